//! Positions and outcomes.

use hopsow_core::actions::Action;
use hopsow_core::game;
use hopsow_core::games::any::{AnyMove, AnyPosition, Game};
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyString, PyTuple, PyType};

use crate::actions::{no_action, numbered};
use crate::errors::{illegal, unknown_name, unplayable, unread};
use crate::moves::{LegalMoves, Move};
use crate::setup::{Setup, Square};
use crate::story;
use crate::work::integer;

/// The sides of every game. They are asked for at every turn and looked up in dictionaries, so that
/// the same text, whose hash is known, is handed out each time.
fn side_names(py: Python<'_>) -> &[[Py<PyString>; 2]] {
    static NAMES: PyOnceLock<Vec<[Py<PyString>; 2]>> = PyOnceLock::new();
    NAMES.get_or_init(py, || {
        let interned = |name| PyString::intern(py, name).unbind();
        Game::ALL.map(|game| game.sides().map(interned)).into()
    })
}

/// A position of one of the games, immutable, with its rule set and side to move.
#[pyclass(frozen, eq, module = "hopsow._native")]
#[derive(PartialEq)]
pub struct Position(pub AnyPosition);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text, rules=None))]
    fn new(game: &str, text: &str, rules: Option<&str>) -> PyResult<Self> {
        parse(game, text, rules)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().name()
    }

    /// The name of the rule set in force.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules()
    }

    /// The names of the two sides; the first usually begins.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        self.0.game().sides().into()
    }

    /// The side whose turn it is.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyString> {
        side_names(py)[self.0.game() as usize][self.0.to_move() as usize].clone_ref(py)
    }

    /// Every legal move, always in the same order; none once the game is over.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of(self.0)
    }

    /// The outcome of the game, as far as the position alone tells, or None.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| Outcome::of(self.0.game(), outcome))
    }

    /// The board from the top left: `.bw` for Halma's 256 squares, `.rwRW` for checkers' 32.
    #[getter]
    fn cells(&self) -> PyResult<String> {
        self.setup().cells().map(str::to_owned).ok_or_else(|| self.lacks("cells"))
    }

    /// Awari's stones: pits 0 to 11, then South's and North's store.
    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.setup().stones(py)?.ok_or_else(|| self.lacks("stones"))
    }

    /// The plies without progress that checkers counts towards a draw.
    #[getter]
    fn counter(&self) -> PyResult<u32> {
        self.setup().counter().ok_or_else(|| self.lacks("counter"))
    }

    /// The parts of the position; its `position()` puts them together again.
    #[getter]
    fn setup(&self) -> Setup {
        Setup::of(self, self.0.setup())
    }

    /// The position after a legal move, given as a `Move` or as its text.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        Ok(Position(self.0.play(self.legal(r#move)?)))
    }

    /// The legal move that a text means, or that consists of one action.
    fn r#move(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        let mv = if let Ok(text) = r#move.cast::<PyString>() {
            self.0.read_move(&text.to_cow()?).map_err(unplayable)?
        } else if r#move.is_instance_of::<PyInt>() {
            let number = integer(r#move)?;
            let mv = numbered(number).and_then(|action| self.0.move_of(action));
            mv.ok_or_else(|| no_action(number))?
        } else {
            let kind = r#move.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a move is a str or an int, not {kind}")));
        };
        Ok(Move { mv, position: self.0 })
    }

    /// Return the reason why no legal move starts on a square or pit, or None if one does.
    fn why_not(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let given = square.extract::<Square>().ok();
        let Some(place) = given.and_then(|square| self.0.game().place(square.into())) else {
            let problem = format!("a board of {} has no square {}", self.game(), square.repr()?);
            return Err(PyValueError::new_err(problem));
        };
        let refused = self.0.why_not(place);
        Ok(refused.map(|why| illegal(why).into_value(square.py()).into_any()))
    }

    /// Return the events on the board when a legal move is played, in order.
    fn story<'py>(&self, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let mv = self.legal(r#move)?;
        story::told(r#move.py(), self.0.game(), self.0.story(mv))
    }

    /// The actions that a legal move consists of, in order.
    fn actions<'py>(&self, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(r#move.py(), self.0.actions(self.legal(r#move)?))
    }

    /// The action that a legal move is; ValueError if it consists of several.
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Action> {
        let mv = self.legal(r#move)?;
        match self.0.actions(mv)[..] {
            [action] => Ok(action),
            ref several => Err(PyValueError::new_err(format!(
                "{} consists of {} actions",
                self.0.move_text(mv),
                several.len()
            ))),
        }
    }

    /// Return the outcome of the game, given every position that led here, or None.
    fn outcome_after(&self, earlier: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        let outcome = if self.0.minds_history() {
            let positions = earlier.try_iter()?.map(|position| self.fellow(&position?));
            self.0.outcome_after(&positions.collect::<PyResult<Vec<_>>>()?)
        } else {
            self.0.outcome()
        };
        Ok(outcome.map(|outcome| Outcome::of(self.0.game(), outcome)))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("hopsow.draw")?.call_method1("svg", (slf,))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    pub fn __repr__(&self) -> String {
        format!("Position('{}', '{}', rules='{}')", self.game(), self.0, self.rules())
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyType>, (&'static str, String, &'static str)) {
        (py.get_type::<Self>(), (self.game(), self.0.to_string(), self.rules()))
    }
}

impl Position {
    /// The move that an argument of `play` means here.
    ///
    /// A `Move` of this very position is legal as it stands; one that was made for another
    /// position may be legal here too, and otherwise its text says what to complain about.
    // Inlined, since the error would make the result of a call twice as large as the move.
    #[inline(always)]
    fn legal(&self, argument: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        match argument.cast::<Move>() {
            Ok(given) if given.get().position == self.0 => Ok(given.get().mv),
            _ => self.read_legal(argument),
        }
    }

    /// Find the legal move for a move of another position, or for a text.
    #[inline(never)]
    fn read_legal(&self, argument: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        if let Ok(given) = argument.cast::<Move>() {
            let Move { mv, position } = given.get();
            if self.0.is_legal(*mv) {
                return Ok(*mv);
            }
            self.check_game(position)?;
            return self.0.read_move(&position.move_text(*mv)).map_err(unplayable);
        }
        if let Ok(text) = argument.cast::<PyString>() {
            return self.0.read_move(&text.to_cow()?).map_err(unplayable);
        }
        Err(PyTypeError::new_err(format!(
            "a move is a Move or a str, not {}",
            argument.get_type().name()?
        )))
    }

    fn fellow(&self, earlier: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        let earlier = earlier.cast::<Position>()?.get().0;
        self.check_game(&earlier)?;
        Ok(earlier)
    }

    fn check_game(&self, other: &AnyPosition) -> PyResult<()> {
        let (own, other) = (self.game(), other.game().name());
        if own == other {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("this is a position of {own}, not of {other}")))
    }

    fn lacks(&self, attribute: &str) -> PyErr {
        PyAttributeError::new_err(format!("a position of {} has no {attribute}", self.game()))
    }
}

/// The outcome of a game: `winner` is a side's name, or None for a draw.
#[pyclass(frozen, eq, hash, get_all, module = "hopsow._native")]
#[derive(PartialEq, Eq, Hash)]
pub struct Outcome {
    winner: Option<String>,
    reason: String,
}

#[pymethods]
impl Outcome {
    #[classattr]
    #[allow(non_upper_case_globals, reason = "the name is Python's")]
    const __match_args__: (&'static str, &'static str) = ("winner", "reason");

    #[new]
    fn new(winner: Option<String>, reason: String) -> Self {
        Outcome { winner, reason }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (winner, reason) = (slf.getattr("winner")?.repr()?, slf.getattr("reason")?.repr()?);
        Ok(format!("Outcome({winner}, {reason})"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Option<&str>, &str)) {
        (py.get_type::<Self>(), (self.winner.as_deref(), &self.reason))
    }
}

impl Outcome {
    fn of(game: Game, outcome: game::Outcome) -> Self {
        let winner = outcome.winner.map(|side| game.sides()[side as usize].to_owned());
        Outcome { winner, reason: outcome.reason.to_string() }
    }
}

/// The names of a game's rule sets, the default first.
#[pyfunction]
pub fn rule_sets<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, Game::named(game).map_err(unknown_name)?.rule_sets())
}

/// Every kind of illegal move that a game knows, as `IllegalMoveError.kind` names it.
#[pyfunction]
pub fn illegal_kinds<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, Game::named(game).map_err(unknown_name)?.illegal_kinds())
}

/// Return the names of a game's sides; the first usually begins.
#[pyfunction]
pub fn sides(game: &str) -> PyResult<(&'static str, &'static str)> {
    Ok(Game::named(game).map_err(unknown_name)?.sides().into())
}

/// The initial position of a game, with `first` to move.
#[pyfunction]
#[pyo3(signature = (game, rules=None, first=None))]
pub fn start(game: &str, rules: Option<&str>, first: Option<&str>) -> PyResult<Position> {
    let game = Game::named(game).map_err(unknown_name)?;
    game.start(rules, first).map(Position).map_err(unknown_name)
}

/// The position that a text describes.
#[pyfunction]
#[pyo3(signature = (game, text, rules=None))]
pub fn parse(game: &str, text: &str, rules: Option<&str>) -> PyResult<Position> {
    let game = Game::named(game).map_err(unknown_name)?;
    game.parse(text, rules).map(Position).map_err(|error| unread(game, error))
}
