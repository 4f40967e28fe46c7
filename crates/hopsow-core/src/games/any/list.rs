//! The list of games, and what is generated from it. Nothing else lists them.

/// Call the macro `$then` with the list, for each game its room, its position type and a line about
/// it, and with the rest of the arguments.
macro_rules! games {
    ($then:ident $($rest:tt)*) => {
        $then! {
            [
                halma Halma "Halma on 16×16 squares.",
                checkers Checkers "English checkers.",
                awari Awari "Awari.",
            ]
            $($rest)*
        }
    };
}

/// The unions of what each game has, and each game's place in them.
macro_rules! unions {
    ([$($room:ident $Type:ident $about:literal,)*]) => {
        $(use crate::games::$room::$Type;)*

        /// A game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Game {
            $(#[doc = $about] $Type,)*
        }

        impl Game {
            /// Every game.
            pub const ALL: [Game; [$($about),*].len()] = [$(Game::$Type),*];
        }

        /// A position of any game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AnyPosition {
            $(#[doc = $about] $Type($Type),)*
        }

        /// A move of any game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AnyMove {
            $(#[doc = $about] $Type(<$Type as Position>::Move),)*
        }

        /// An engine for any game, with its own memory of endings.
        pub enum AnyEngine {
            $(#[doc = $about] $Type(Player<$Type>),)*
        }

        /// Games of any kind side by side.
        #[derive(Clone)]
        pub enum AnyBatch {
            $(#[doc = $about] $Type(Batch<$Type>),)*
        }

        /// A tree search in games of any kind.
        #[derive(Clone)]
        pub enum AnySearch {
            $(#[doc = $about] $Type(TreeSearch<$Type>),)*
        }

        /// The exact endings of all games.
        pub struct AnyTables {
            $($room: <$Type as Searchable>::Endings,)*
        }

        impl AnyTables {
            /// Open what is on `shelf`.
            #[must_use]
            pub fn open(shelf: &Shelf) -> AnyTables {
                AnyTables { $($room: Tables::open(shelf),)* }
            }

            /// The problems with files that have come up since the last call.
            #[must_use]
            pub fn take_problems(&self) -> Vec<TableError> {
                let mut problems = Vec::new();
                $(problems.extend(Tables::<$Type>::take_problems(&self.$room));)*
                problems
            }
        }

        $(impl Member for $Type {
            const MEMBER: Game = Game::$Type;

            #[inline]
            fn any(self) -> AnyPosition {
                AnyPosition::$Type(self)
            }

            #[inline]
            fn any_move(mv: Self::Move) -> AnyMove {
                AnyMove::$Type(mv)
            }

            fn any_engine(player: Player<Self>) -> AnyEngine {
                AnyEngine::$Type(player)
            }

            fn any_batch(batch: Batch<Self>) -> AnyBatch {
                AnyBatch::$Type(batch)
            }

            fn any_search(search: TreeSearch<Self>) -> AnySearch {
                AnySearch::$Type(search)
            }

            fn own(any: &AnyPosition) -> Option<&Self> {
                if let AnyPosition::$Type(position) = any { Some(position) } else { None }
            }

            #[inline]
            fn own_move(any: AnyMove) -> Option<Self::Move> {
                if let AnyMove::$Type(mv) = any { Some(mv) } else { None }
            }

            fn own_tables(any: &AnyTables) -> &Self::Endings {
                &any.$room
            }
        })*
    };
}

/// Evaluate `$body` with `$P` standing for the position type of `$game`.
macro_rules! of_game {
    ($game:expr, $P:ident => $body:expr) => {
        games!(match_game $game, $P => $body)
    };
}

macro_rules! match_game {
    ([$($room:ident $Type:ident $about:literal,)*] $game:expr, $P:ident => $body:expr) => {
        match $game {
            $(Game::$Type => {
                type $P = crate::games::$room::$Type;
                $body
            })*
        }
    };
}

/// Evaluate `$body` with `$inner` bound to what is inside `$any`, a value of the union `$Union`.
macro_rules! inside {
    ($Union:ident, $any:expr, $inner:pat => $body:expr) => {
        games!(match_union $Union, $any, $inner => $body)
    };
}

macro_rules! match_union {
    (
        [$($room:ident $Type:ident $about:literal,)*]
        $Union:ident, $any:expr, $inner:pat => $body:expr
    ) => {
        match $any {
            $($Union::$Type($inner) => $body,)*
        }
    };
}
