//! The events of a move, as small values of their own types.

use hopsow_core::games::any::Game;
use hopsow_core::story;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::setup::Square;

macro_rules! events {
    ($($doc:literal $Name:ident $kind:literal { $($field:ident: $Type:ty),+ })+) => {$(
        #[doc = $doc]
        #[pyclass(frozen, eq, hash, get_all, module = "hopsow._native")]
        #[derive(PartialEq, Eq, Hash)]
        pub struct $Name {
            $($field: $Type),+
        }

        #[pymethods]
        impl $Name {
            #[classattr]
            #[allow(non_upper_case_globals, reason = "the name is Python's")]
            const kind: &'static str = $kind;

            #[classattr]
            #[allow(non_upper_case_globals, reason = "the name is Python's")]
            const __match_args__: ($(events!(@text $field),)+) = ($(stringify!($field),)+);

            #[new]
            fn new($($field: $Type),+) -> Self {
                $Name { $($field),+ }
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let fields = [$(slf.getattr(stringify!($field))?.repr()?.to_string()),+];
                Ok(format!("{}({})", stringify!($Name), fields.join(", ")))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, ($($Type,)+)) {
                (py.get_type::<Self>(), ($(self.$field,)+))
            }
        }
    )+};
    (@text $field:ident) => { &'static str };
}

events! {
    "A piece goes to a neighbouring square."
    Step "step" { start: Square, end: Square }
    "A piece jumps over another one, which stays unless a `Capture` follows."
    Jump "jump" { start: Square, over: Square, end: Square }
    "A piece, or all stones of a pit, are taken off; stones go to the mover's store."
    Capture "capture" { square: Square, count: u8 }
    "A man becomes a king."
    Crown "crown" { square: Square }
    "All stones of a pit are taken up to be sown."
    Lift "lift" { square: Square, count: u8 }
    "One of the stones taken up is put into a pit."
    Sow "sow" { square: Square }
}

/// A story as a tuple of events.
pub fn told<'py>(
    py: Python<'py>,
    game: Game,
    story: story::Story,
) -> PyResult<Bound<'py, PyTuple>> {
    let events = story.0.into_iter().map(|event| told_event(py, game, event));
    PyTuple::new(py, events.collect::<PyResult<Vec<_>>>()?)
}

fn told_event(py: Python<'_>, game: Game, event: story::Event) -> PyResult<Bound<'_, PyAny>> {
    let square = |place| Square::of(game, place);
    match event {
        story::Event::Step { start, end } => {
            Step { start: square(start), end: square(end) }.into_bound_py_any(py)
        }
        story::Event::Jump { start, over, end } => {
            Jump { start: square(start), over: square(over), end: square(end) }
                .into_bound_py_any(py)
        }
        story::Event::Capture { at, count } => {
            Capture { square: square(at), count }.into_bound_py_any(py)
        }
        story::Event::Crown { at } => Crown { square: square(at) }.into_bound_py_any(py),
        story::Event::Lift { at, count } => {
            Lift { square: square(at), count }.into_bound_py_any(py)
        }
        story::Event::Sow { at } => Sow { square: square(at) }.into_bound_py_any(py),
    }
}
