//! Cutting: edges of cloth and rope are taken away while the world runs.
//!
//! With an edge go the faces on it, the hinges of these faces, and edges that then belong to no face.
//! Nodes stay, and move on their own if nothing holds them. Constraints on points of faces that go are
//! removed with them; the faces behind those move up in the list.

use crate::bodies::Soft;
use crate::error::{Check, Result};
use crate::handle::Handle;
use crate::site::Site;
use crate::world::{World, label, stale};

impl World {
    /// Cuts the edge between two nodes of a cloth or rope.
    pub fn cut(&mut self, body: Handle<Soft>, a: usize, b: usize) -> Result<()> {
        let soft = self.softs.get_mut(body).ok_or_else(|| stale("soft", body))?;
        let object = label("soft", &soft.name, body);
        let check = Check(&object);
        let count = soft.slots.len as usize;
        check.index("node", a, count)?;
        check.index("node", b, count)?;
        if !soft.is_thin() || !soft.mesh.tets.is_empty() {
            return check.refuse("model", "none that can be cut", "an inextensible or elastic one");
        }
        let ends = [a.min(b) as u32, a.max(b) as u32];
        if soft.edges.binary_search_by_key(&ends, |e| e.0).is_err() {
            return check.refuse("nodes", [a, b], "the ends of an edge");
        }
        let on_it = |face: &[u32; 3]| ends.iter().all(|e| face.contains(e));
        let gone: Vec<bool> = soft.mesh.faces.iter().map(on_it).collect();
        let loose = sides(soft.mesh.faces.iter().filter(|f| on_it(f)));
        soft.mesh.faces.retain(|f| !on_it(f));
        soft.mesh.edges.retain(|&[i, j]| [i.min(j), i.max(j)] != ends);
        let still = sides(soft.mesh.faces.iter());
        let kept = |edge: &[u32; 2]| {
            let bare = loose.binary_search(edge).is_ok() && still.binary_search(edge).is_err();
            *edge != ends && !bare
        };
        let old = std::mem::take(&mut soft.edges);
        let yields = std::mem::take(&mut soft.yields);
        let slants = std::mem::take(&mut soft.slants);
        // What is left hangs on as it did: without the pull of its edges a taut cloth would lose its hold.
        let pull = std::mem::take(&mut soft.pull);
        for (i, edge) in old.into_iter().enumerate().filter(|(_, e)| kept(&e.0)) {
            soft.edges.push(edge);
            soft.yields.extend(yields.get(i));
            soft.slants.extend(slants.get(i));
            soft.pull.extend(pull.get(i));
        }
        let mut faces: Vec<[u32; 3]> = soft.mesh.faces.iter().map(|&f| sorted(f)).collect();
        faces.sort_unstable();
        let there = |f: [u32; 3]| faces.binary_search(&sorted(f)).is_ok();
        soft.hinges.retain(|h| {
            let [i, j, l, r] = h.nodes;
            there([i, j, l]) && there([i, j, r])
        });
        self.remove_constraints(
            |site| matches!(site, Site::Face(h, f, _) if *h == body && gone[*f]),
        );
        self.renumber(|site| {
            if let Site::Face(h, f, _) = site
                && *h == body
            {
                *f -= gone[..*f].iter().filter(|g| **g).count();
            }
        });
        Ok(())
    }
}

/// The sides of faces, ascending.
fn sides<'a>(faces: impl Iterator<Item = &'a [u32; 3]>) -> Vec<[u32; 2]> {
    let side = |i: u32, j: u32| [i.min(j), i.max(j)];
    let mut sides: Vec<[u32; 2]> =
        faces.flat_map(|&[a, b, c]| [side(a, b), side(b, c), side(c, a)]).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn sorted(mut face: [u32; 3]) -> [u32; 3] {
    face.sort_unstable();
    face
}

#[cfg(test)]
mod tests {
    use crate::meshing::primitives;
    use crate::{Anchor, Material, Rigid, Site, Soft, Vec3, World};

    /// A rope that is cut in the middle falls down with its lower half.
    #[test]
    fn a_cut_rope_falls_in_two() {
        let mut world = World::default();
        let mesh = primitives::rope(1.0, 11).unwrap();
        let rope = world.add_soft(Soft { mesh, pinned: vec![0], ..Soft::default() }).unwrap();
        world.step();
        world.cut(rope, 5, 6).unwrap();
        assert!(world.cut(rope, 5, 6).is_err() && world.cut(rope, 5, 99).is_err());
        for _ in 0..50 {
            world.step();
        }
        let x: Vec<Vec3> = world.node_positions(rope).unwrap().collect();
        assert!(x[5].length() < 1.1, "{:?}", x[5]);
        assert!(x[6].y < -3.0 && x[10].y < -3.0, "{:?} {:?}", x[6], x[10]);
    }

    /// Faces, edges and hinges go together; anchors on other faces stay where they are.
    #[test]
    fn a_cut_cloth_loses_what_was_on_the_edge() {
        let mut world = World::default();
        let mesh = primitives::grid([1.0, 1.0], [4, 4]).unwrap();
        let material = Material::Inextensible { bending: 1e-3, compression: 5.0 };
        let cloth = world.add_soft(Soft { mesh, material, ..Soft::default() }).unwrap();
        let post = world.add_rigid(Rigid::default()).unwrap();
        let site = |face| Site::Face(cloth, face, [0.2, 0.3, 0.5]);
        let at = world.site_position(site(17)).unwrap();
        let anchor = |a| Anchor { a, b: Site::Rigid(post, Vec3::ZERO), ..Anchor::default() };
        world.add_anchor(anchor(site(17))).unwrap();
        world.add_anchor(anchor(site(0))).unwrap();
        let (edges, hinges) =
            (world.edges(cloth).unwrap().len(), world.softs.values().next().unwrap().hinges.len());
        // The diagonal of the first cell, between its two faces.
        world.cut(cloth, 0, 5).unwrap();
        let body = world.softs.values().next().unwrap();
        assert_eq!(body.mesh.faces.len(), 16);
        // The diagonal, and the two sides at the corner; hinges of three inner edges.
        assert_eq!((edges - body.edges.len(), hinges - body.hinges.len()), (3, 3));
        assert_eq!(world.counts()[2], 1);
        let kept = world.anchors().next().unwrap().1.a;
        assert!((world.site_position(kept).unwrap() - at).length() < 1e-6);
        let again = World::restore(&world.snapshot()).unwrap();
        assert_eq!(again.state_hash(), world.state_hash());
        world.step();
    }
}
