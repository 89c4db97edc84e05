//! Generational handles: a name for a thing in the world that never refers to another one by
//! accident.

use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

/// Names one `T` in the world. A handle of a removed thing is stale: using it gives an error.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Handle<T> {
    index: u32,
    generation: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    pub(crate) fn new(index: u32, generation: u32) -> Self {
        Self { index, generation, kind: PhantomData }
    }

    /// The place in its arena: stable while the thing lives, reused after it is removed.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// How often the place had been reused when this handle was given out.
    pub fn generation(self) -> u32 {
        self.generation
    }
}

// Derived impls would ask the same of `T`, which a handle does not hold.
impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Handle<T> {}
impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.index, self.generation) == (other.index, other.generation)
    }
}
impl<T> Eq for Handle<T> {}
impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// Things with handles. Iteration goes by place, so it is the same in every run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Arena<T> {
    places: Vec<Place<T>>,
    free: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Place<T> {
    generation: u32,
    item: Option<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Arena<T> {
    /// The handle that the next [`insert`](Self::insert) will give.
    pub(crate) fn next<H>(&self) -> Handle<H> {
        match self.free.last() {
            Some(&i) => Handle::new(i, self.places[i as usize].generation),
            None => Handle::new(self.places.len() as u32, 0),
        }
    }

    pub(crate) fn insert<H>(&mut self, item: T) -> Handle<H> {
        let handle = self.next();
        if self.free.pop().is_none() {
            self.places.push(Place { generation: 0, item: None });
        }
        self.places[handle.index()].item = Some(item);
        handle
    }

    pub(crate) fn remove<H>(&mut self, handle: Handle<H>) -> Option<T> {
        self.get(handle)?;
        let place = &mut self.places[handle.index()];
        place.generation += 1;
        self.free.push(handle.index() as u32);
        place.item.take()
    }

    pub(crate) fn get<H>(&self, handle: Handle<H>) -> Option<&T> {
        let place = self.places.get(handle.index())?;
        if place.generation == handle.generation { place.item.as_ref() } else { None }
    }

    pub(crate) fn get_mut<H>(&mut self, handle: Handle<H>) -> Option<&mut T> {
        let place = self.places.get_mut(handle.index())?;
        if place.generation == handle.generation { place.item.as_mut() } else { None }
    }

    /// The item at a place, whatever its generation.
    pub(crate) fn at(&self, index: usize) -> Option<&T> {
        self.places.get(index)?.item.as_ref()
    }

    /// The handle of what is at a place.
    pub(crate) fn handle_at<H>(&self, index: usize) -> Option<Handle<H>> {
        let place = self.places.get(index)?;
        place.item.as_ref().map(|_| Handle::new(index as u32, place.generation))
    }

    pub(crate) fn at_mut(&mut self, index: usize) -> Option<&mut T> {
        self.places.get_mut(index)?.item.as_mut()
    }

    pub(crate) fn iter<H>(&self) -> impl Iterator<Item = (Handle<H>, &T)> {
        self.places.iter().enumerate().filter_map(|(i, p)| {
            p.item.as_ref().map(|item| (Handle::new(i as u32, p.generation), item))
        })
    }

    /// What is there, with its place.
    pub(crate) fn places_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        let places = self.places.iter_mut().enumerate();
        places.filter_map(|(i, p)| p.item.as_mut().map(|item| (i as u32, item)))
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.places.iter().filter_map(|p| p.item.as_ref())
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.places.iter_mut().filter_map(|p| p.item.as_mut())
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_handle_finds_nothing() {
        let mut arena = Arena::default();
        let a: Handle<char> = arena.insert('a');
        assert_eq!(arena.remove(a), Some('a'));
        let b: Handle<char> = arena.insert('b');
        assert_eq!(b.index(), a.index());
        assert_eq!((arena.get(a), arena.get(b)), (None, Some(&'b')));
        assert_eq!(arena.remove(a), None);
        assert_eq!(arena.len(), 1);
    }
}
