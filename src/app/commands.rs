//! What the panels ask for. Nothing changes while a frame is drawn: all of it is done at the end, in the order it was asked for.

use std::{collections::VecDeque, path::PathBuf};

use super::{Theme, actions::Action, drawer::Tab};
use crate::{
    debugger::Command,
    geometry::Bounds,
    io::{InputError, Scenario},
    trace::Moment,
};

/// Something that a panel asks for.
pub(super) enum Request {
    /// A command to the debugger.
    Command(Command),
    /// A command that moves the cursor. Playing stops.
    Jump(Command),
    /// Move the cursor as a drag along the strip does.
    Scrub(Moment),
    /// Do what an action of the menus does.
    Act(&'static Action),
    /// Be light or dark.
    UseTheme(Theme),
    /// Show a tab of the drawer, or hide the drawer.
    ShowTab(Option<Tab>),
    /// Bring a part of the world into view, large enough to make out.
    LookAt(Bounds),
    /// Bring what the last step changed into view.
    LookAtStep,
    /// Open what was read, or say why it can't be read.
    Open(Box<Result<Scenario, InputError>>),
    /// Open a file.
    OpenPath(PathBuf),
    /// Open a built-in maze.
    OpenBuiltIn(&'static str),
    /// Show a message on the canvas until the user closes it; or show none any more.
    Notify(Option<String>),
    /// Show a message that goes by itself.
    Say(String),
    /// Show such a message about a scenario that was thrown away, and offer to bring that back.
    SayThrownAway(String, Option<Box<Scenario>>),
}

impl From<Command> for Request {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}

/// What was asked for and is not done yet.
#[derive(Default)]
pub(super) struct Commands(VecDeque<Request>);

impl Commands {
    /// Asks for something.
    pub(super) fn push(&mut self, request: impl Into<Request>) {
        self.0.push_back(request.into());
    }

    /// Asks for several things, in order.
    pub(super) fn extend(&mut self, requests: impl IntoIterator<Item = impl Into<Request>>) {
        self.0.extend(requests.into_iter().map(Into::into));
    }

    /// Asks to move the cursor and to stop playing.
    pub(super) fn jump(&mut self, command: Command) {
        self.push(Request::Jump(command));
    }

    /// Asks to move the cursor to a moment.
    pub(super) fn seek(&mut self, moment: Moment) {
        self.jump(Command::Seek(moment));
    }

    /// Asks to move the cursor to a moment, and to bring what changed there into view.
    pub(super) fn seek_and_show(&mut self, moment: Moment) {
        self.seek(moment);
        self.push(Request::LookAtStep);
    }

    /// Asks for a message that stays until the user closes it.
    pub(super) fn notify(&mut self, text: impl Into<String>) {
        self.push(Request::Notify(Some(text.into())));
    }

    /// What was asked for first and is not done yet.
    pub(super) fn next(&mut self) -> Option<Request> {
        self.0.pop_front()
    }
}
