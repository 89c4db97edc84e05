//! Colouring: rows of one colour push no common slot, so they may be solved at once.
//!
//! Greedy, in the order given, so the same rows always get the same colours. A slot that many rows
//! push (a ball under a cloth) would need a colour for each of them; it is split into copies of
//! which each carries a share of the mass (Tonge et al. 2012).

use crate::math::Real;

/// A slot is split when more rows than this push it,
const CROWDED: u32 = 32;
/// into copies that this many rows push.
const ROWS_PER_COPY: u32 = 16;
/// Colours found in one pass: the bits of a word.
const PASS: usize = 64;

/// A slot that was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The slot.
    pub slot: u32,
    /// Its first copy.
    pub first: u32,
    /// How many copies.
    pub count: u32,
    /// Whether each copy has all of the mass instead of its share.
    pub whole: bool,
}

impl Split {
    /// The copies' slots.
    pub fn copies(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// What a copy starts with of the scaled velocity: `1/√k`, since it has a `k`-th of the mass.
    pub fn share(&self) -> Real {
        if self.whole { 1.0 } else { 1.0 / (self.count as Real).sqrt() }
    }

    /// What the mean of the copies is of the sum of their scaled velocities.
    pub fn mean(&self) -> Real {
        if self.whole { 1.0 / self.count as Real } else { self.share() }
    }
}

/// What to do with slots that many rows push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowds {
    /// Split them.
    Split,
    /// Give each of their rows a colour.
    Keep,
    /// Give each row on a frame a copy with all of the mass: the frame gets the mean of the impulses, not
    /// their sum (Vezzano et al. 2015, section 4.1).
    Average,
}

/// One slot that a row pushes.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// Index of the slot, frames after nodes.
    key: u32,
    /// The slot or copy to push, in its own kind.
    place: u32,
    /// Square root of the number of copies.
    root: Real,
}

/// Finds colours; its buffers are kept for the next time.
#[derive(Clone, Debug, Default)]
pub struct Colouring {
    nodes: u32,
    touches: Vec<Touch>,
    names: Vec<u32>,
    ends: Vec<u32>,
    count: Vec<u32>,
    /// Place of a crowded slot in the list of splits, or `u32::MAX`.
    split_of: Vec<u32>,
    handed_out: Vec<u32>,
    masks: Vec<u64>,
    pending: Vec<u32>,
    order: Vec<u32>,
    colour_of: Vec<u32>,
    colour_ends: Vec<u32>,
}

impl Colouring {
    /// Starts with no rows on this many slots.
    pub fn begin(&mut self, nodes: usize, frames: usize) {
        self.nodes = nodes as u32;
        self.touches.clear();
        self.names.clear();
        self.ends.clear();
        self.count.clear();
        self.count.resize(nodes + frames, 0);
    }

    /// Adds a row by a name of the caller's, that pushes these node and frame slots.
    pub fn push(
        &mut self,
        name: u32,
        nodes: impl Iterator<Item = u32>,
        frames: impl Iterator<Item = u32>,
    ) {
        for place in nodes {
            self.touch(place, place);
        }
        let base = self.nodes;
        for place in frames {
            self.touch(base + place, place);
        }
        self.ends.push(self.touches.len() as u32);
        self.names.push(name);
    }

    fn touch(&mut self, key: u32, place: u32) {
        self.touches.push(Touch { key, place, root: 1.0 });
        self.count[key as usize] += 1;
    }

    /// Splits crowded slots and colours the rows. Copies are numbered from `first` (nodes, frames);
    /// gives the numbers behind the last copies.
    pub fn finish(
        &mut self,
        first: [u32; 2],
        crowds: Crowds,
        splits: &mut [Vec<Split>; 2],
    ) -> [u32; 2] {
        let next = if crowds == Crowds::Keep { first } else { self.split(first, crowds, splits) };
        self.colour(next);
        next
    }

    fn split(&mut self, first: [u32; 2], crowds: Crowds, splits: &mut [Vec<Split>; 2]) -> [u32; 2] {
        let whole = crowds == Crowds::Average;
        let (crowded, rows_per_copy) = if whole { (1, 1) } else { (CROWDED, ROWS_PER_COPY) };
        let mut next = first;
        self.split_of.clear();
        self.split_of.resize(self.count.len(), u32::MAX);
        for (key, &count) in self.count.iter().enumerate() {
            let kind = usize::from(key as u32 >= self.nodes);
            if count > crowded && !(whole && kind == 0) {
                let slot = key as u32 - if kind == 1 { self.nodes } else { 0 };
                let copies = count.div_ceil(rows_per_copy);
                self.split_of[key] = splits[kind].len() as u32;
                splits[kind].push(Split { slot, first: next[kind], count: copies, whole });
                next[kind] += copies;
            }
        }
        if next == first {
            return next;
        }
        self.handed_out.clear();
        self.handed_out.resize(self.count.len(), 0);
        for touch in &mut self.touches {
            let key = touch.key as usize;
            if self.split_of[key] != u32::MAX {
                let kind = usize::from(touch.key >= self.nodes);
                let s = &splits[kind][self.split_of[key] as usize];
                touch.place = s.first + self.handed_out[key] % s.count;
                touch.root = if whole { 1.0 } else { (s.count as Real).sqrt() };
                self.handed_out[key] += 1;
            }
        }
        next
    }

    fn colour(&mut self, places: [u32; 2]) {
        let rows = self.ends.len();
        self.colour_of.clear();
        self.colour_of.resize(rows, u32::MAX);
        self.pending.clear();
        self.pending.extend(0..rows as u32);
        let mut base = 0;
        while !self.pending.is_empty() {
            self.masks.clear();
            self.masks.resize((places[0] + places[1]) as usize, 0);
            let mut left = 0;
            for i in 0..self.pending.len() {
                let row = self.pending[i] as usize;
                let touches = &self.touches[self.span(row)];
                let mask = |t: &Touch| {
                    t.place as usize + if t.key >= self.nodes { places[0] as usize } else { 0 }
                };
                let used = touches.iter().fold(0, |m, t| m | self.masks[mask(t)]);
                let colour = used.trailing_ones() as usize;
                if colour == PASS {
                    self.pending[left] = row as u32;
                    left += 1;
                    continue;
                }
                for t in touches {
                    self.masks[mask(t)] |= 1 << colour;
                }
                self.colour_of[row] = (base + colour) as u32;
            }
            self.pending.truncate(left);
            base += PASS;
        }
        self.sort_by_colour(base);
    }

    fn sort_by_colour(&mut self, colours: usize) {
        self.colour_ends.clear();
        self.colour_ends.resize(colours, 0);
        for &c in &self.colour_of {
            self.colour_ends[c as usize] += 1;
        }
        let mut start = 0;
        for n in &mut self.colour_ends {
            (start, *n) = (start + *n, start);
        }
        self.order.clear();
        self.order.resize(self.colour_of.len(), 0);
        for (row, &c) in self.colour_of.iter().enumerate() {
            let at = &mut self.colour_ends[c as usize];
            self.order[*at as usize] = row as u32;
            *at += 1;
        }
    }

    fn span(&self, row: usize) -> std::ops::Range<usize> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        start as usize..self.ends[row] as usize
    }

    /// The rows of each colour, no colour empty.
    pub fn colours(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.colour_ends.iter().filter_map(move |&end| {
            let rows = &self.order[start as usize..end as usize];
            start = end;
            (!rows.is_empty()).then_some(rows)
        })
    }

    /// What the caller called a row.
    pub fn name(&self, row: usize) -> u32 {
        self.names[row]
    }

    /// The slots or copies that a row pushes, in the order they were given, each with the square
    /// root of its number of copies.
    pub fn slots(&self, row: usize) -> impl Iterator<Item = (u32, Real)> + '_ {
        self.touches[self.span(row)].iter().map(|t| (t.place, t.root))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_chain_get_two_colours() {
        let mut c = Colouring::default();
        c.begin(11, 0);
        for i in 0..10 {
            c.push(i, [i, i + 1].into_iter(), std::iter::empty());
        }
        let mut splits = Default::default();
        assert_eq!(c.finish([11, 0], Crowds::Split, &mut splits), [11, 0]);
        let colours: Vec<_> = c.colours().map(<[u32]>::to_vec).collect();
        assert_eq!(colours, [vec![0, 2, 4, 6, 8], vec![1, 3, 5, 7, 9]]);
    }

    #[test]
    fn a_crowded_slot_is_split_and_no_colour_repeats_a_copy() {
        let mut c = Colouring::default();
        c.begin(600, 2);
        for i in 0..500 {
            c.push(i, std::iter::once(i + 1), std::iter::once(1));
        }
        let mut splits: [Vec<Split>; 2] = Default::default();
        let next = c.finish([600, 2], Crowds::Split, &mut splits);
        assert_eq!(splits[1], [Split { slot: 1, first: 2, count: 32, whole: false }]);
        assert_eq!(next, [600, 34]);
        for rows in c.colours() {
            let mut seen: Vec<_> = rows.iter().map(|&r| c.slots(r as usize).nth(1)).collect();
            let all = seen.len();
            seen.sort_by_key(|s| s.map(|s| s.0));
            seen.dedup();
            assert_eq!(seen.len(), all);
        }
    }

    #[test]
    fn more_rows_than_bits_on_uncrowded_slots_still_get_colours() {
        let mut c = Colouring::default();
        c.begin(200, 0);
        // Two stars that share every row's other end stay below the crowding limit.
        for i in 0..32 {
            c.push(i, [1, 2 + i].into_iter(), std::iter::empty());
        }
        c.finish([200, 0], Crowds::Split, &mut Default::default());
        assert_eq!(c.colours().count(), 32);
    }
}
