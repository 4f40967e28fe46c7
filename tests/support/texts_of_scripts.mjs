// Every text of some scripts as a real parser sees it, as JSON: its parts around what is filled in,
// and what it is the value or an argument of.

import { readFileSync } from "node:fs";
import { parsers } from "prettier/plugins/babel";

const IGNORED = ["tokens", "comments", "loc", "range", "extra"];
const texts = [];

function walk(file, node, owner, isKey) {
  if (node.type === "ImportDeclaration" || node.type === "ImportExpression") return;
  if (node.type === "StringLiteral" && !isKey) texts.push([file, [node.value], owner]);
  if (node.type === "TemplateLiteral")
    texts.push([file, node.quasis.map(({ value }) => value.cooked), owner]);
  const callee = node.callee?.property ?? node.callee;
  for (const [name, child] of Object.entries(node)) {
    if (IGNORED.includes(name)) continue;
    (Array.isArray(child) ? child : [child]).forEach((one, index) => {
      if (typeof one?.type !== "string") return;
      let named = owner;
      if (name === "arguments") named = `${callee.name}(${index})`;
      else if (name === "value" && node.key) named = node.key.name ?? node.key.value;
      else if (node.type === "BinaryExpression") named = node.operator;
      else if (node.left?.property?.name === "className") named = "class";
      walk(file, one, named, name === "key" && !node.computed);
    });
  }
}

for (const file of process.argv.slice(2)) walk(file, parsers.babel.parse(readFileSync(file, "utf8"), {}), "");
console.log(JSON.stringify(texts));
