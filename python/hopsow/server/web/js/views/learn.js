export function mount(page, root) { return { unmount() {} }; }
