//! Names: given, or made from the place in the file.

use super::{
    Action, Anchor, Distance, Gear, Generalised, Joint, Plane, Probe, Rigid, Scene, Soft, Spawn,
};

/// An entry of a scene that other entries can name.
pub(super) trait Named {
    /// The key of the list it lies in.
    const KIND: &'static str;
    fn name(&self) -> &str;
    fn name_mut(&mut self) -> &mut String;
}

macro_rules! named {
    ($($entry:ty => $kind:literal),* $(,)?) => {$(
        impl Named for $entry {
            const KIND: &'static str = $kind;
            fn name(&self) -> &str {
                &self.name
            }
            fn name_mut(&mut self) -> &mut String {
                &mut self.name
            }
        }
    )*};
}

named! {
    Rigid => "rigid",
    Soft => "soft",
    Anchor => "anchor",
    Distance => "distance",
    Plane => "plane",
    Generalised => "generalised",
    Joint => "joint",
    Gear => "gear",
    Probe => "probe",
}

/// The name of an entry that states none.
pub(super) fn automatic(kind: &str, index: usize) -> String {
    format!("{kind}-{index}")
}

/// Names every entry that has no name.
pub(super) fn assign(scene: &mut Scene) {
    assign_list(&mut scene.rigid);
    assign_list(&mut scene.soft);
    assign_list(&mut scene.anchor);
    assign_list(&mut scene.distance);
    assign_list(&mut scene.plane);
    assign_list(&mut scene.generalised);
    assign_list(&mut scene.joint);
    assign_list(&mut scene.gear);
    assign_list(&mut scene.probe);
    for (i, event) in scene.event.iter_mut().enumerate() {
        if let Action::Spawn(Spawn::Rigid(rigid)) = &mut event.action
            && rigid.name.is_empty()
        {
            rigid.name = automatic("spawn", i);
        }
    }
}

fn assign_list<T: Named>(list: &mut [T]) {
    for (i, entry) in list.iter_mut().enumerate() {
        if entry.name().is_empty() {
            *entry.name_mut() = automatic(T::KIND, i);
        }
    }
}
