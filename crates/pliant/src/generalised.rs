//! Generalised constraints of a world: adding, removing, asking, and who contradicts whom.

use crate::bodies::soft::SoftBody;
use crate::constraints::bearing::{Bearing, Cell};
use crate::constraints::generalised::GeneralisedRecord;
use crate::constraints::{Generalised, Law, Lines, Record, Rule};
use crate::error::{Check, Result};
use crate::handle::Handle;
use crate::joints::PartId;
use crate::math::{IntoF64, double, double_rotation};
use crate::report::StepReport;
use crate::site::{Point, Site};
use crate::solvers::space::Clash;
use crate::world::{World, label, stale};

impl World {
    /// Adds a generalised constraint: sites, directions and a law.
    pub fn add_generalised(&mut self, generalised: Generalised) -> Result<Handle<Generalised>> {
        let object =
            label("generalised", &generalised.name, self.generalised.next::<Generalised>());
        generalised.check(&object)?;
        let mut generalised = generalised;
        for v in generalised.along.iter_mut().chain(&mut generalised.about) {
            *v = v.normalize();
        }
        let points = self.resolve_pair(&object, generalised.a, generalised.b)?;
        let bearings = [generalised.a, generalised.b].map(|site| self.bearing(site));
        for (field, site, bearing) in
            [("a", generalised.a, &bearings[0]), ("b", generalised.b, &bearings[1])]
        {
            let fixed = matches!(site, Site::World(_));
            if !generalised.about.is_empty() && matches!(bearing, Bearing::World) && !fixed {
                return Check(&object).refuse(
                    field,
                    site,
                    "a site that can turn, for lines about axes",
                );
            }
        }
        self.disturb();
        Ok(self.generalised.insert(GeneralisedRecord {
            generalised,
            points,
            bearings,
            impulse: Default::default(),
            total: Default::default(),
            fault: None,
        }))
    }

    /// Removes a generalised constraint.
    pub fn remove_generalised(&mut self, handle: Handle<Generalised>) -> Result<()> {
        self.disturb();
        self.generalised.remove(handle).map(|_| ()).ok_or_else(|| stale("generalised", handle))
    }

    /// Gives a constraint another law; one of the caller's takes over what the last one remembered. After a
    /// snapshot was restored this brings the caller's own laws back, which carry nothing before.
    pub fn set_law(&mut self, handle: Handle<Generalised>, law: Rule) -> Result<()> {
        let r = self.generalised.get(handle).ok_or_else(|| stale("generalised", handle))?;
        let object = label("generalised", &r.generalised.name, handle);
        law.check(&Check(&object), r.generalised.along.len(), r.generalised.lines())?;
        let mut law = law;
        if let (Rule::Own(new), Rule::Own(old)) = (&mut law, &r.generalised.law) {
            new.load(&old.save());
        }
        if let Some(r) = self.generalised.get_mut(handle) {
            (r.generalised.law, r.fault) = (law, None);
        }
        self.disturb();
        Ok(())
    }

    /// The caller's own law of a constraint, if it has one.
    pub fn law(&self, handle: Handle<Generalised>) -> Result<Option<&dyn Law>> {
        Ok(match &self.generalised_record(handle)?.generalised.law {
            Rule::Own(law) => Some(law.as_ref()),
            _ => None,
        })
    }

    /// The force (N) or torque (N·m) on site b along or about each of the lines, on average over the last step.
    pub fn generalised_force(&self, handle: Handle<Generalised>) -> Result<Lines> {
        let r = self.generalised_record(handle)?;
        let step = self.config.step.into_f64();
        Ok(r.total[..r.generalised.lines()].iter().map(|f| f / step).collect())
    }

    /// The violation of each line, m or rad.
    pub fn generalised_violation(&self, handle: Handle<Generalised>) -> Result<Lines> {
        let r = self.generalised_record(handle)?;
        Ok(r.violation(&self.state)[..r.generalised.lines()].iter().copied().collect())
    }

    /// What is wrong with the law of a constraint, if anything.
    pub fn generalised_fault(&self, handle: Handle<Generalised>) -> Result<Option<&str>> {
        Ok(self.generalised_record(handle)?.fault.as_deref())
    }

    fn generalised_record(&self, handle: Handle<Generalised>) -> Result<&GeneralisedRecord> {
        self.generalised.get(handle).ok_or_else(|| stale("generalised", handle))
    }

    pub(crate) fn remove_generalised_on(&mut self, on_it: &impl Fn(&Site) -> bool) {
        let gone: Vec<Handle<Generalised>> = (self.generalised.iter())
            .filter(|(_, r)| on_it(&r.generalised.a) || on_it(&r.generalised.b))
            .map(|(h, _)| h)
            .collect();
        for h in gone {
            self.generalised.remove(h);
        }
    }

    /// Finds the points of a constraint again, after it was read without.
    pub(crate) fn resolve_generalised(&self, r: &mut GeneralisedRecord) -> Result<()> {
        r.generalised.check("generalised")?;
        r.points = self.resolve_pair("generalised", r.generalised.a, r.generalised.b)?;
        let frames = self.state.frames.x.len();
        let nodes = self.state.nodes.x.len();
        for bearing in &r.bearings {
            let sound = match bearing {
                Bearing::World => true,
                Bearing::Frame(slot, _) => (*slot as usize) < frames,
                Bearing::Nodes(cell) => cell.is_sound(nodes),
            };
            if !sound {
                return Check("snapshot").refuse("bearing", bearing, "slots that are there");
            }
        }
        Ok(())
    }

    /// How a site turns.
    fn bearing(&self, site: Site) -> Bearing {
        let cell = |body: &SoftBody, nodes: &[u32]| {
            let slots: Vec<u32> = nodes.iter().map(|n| body.slots.start + n).collect();
            let at = |slot: u32| double(self.state.nodes.position(slot as usize));
            Cell::new(&slots, at).map(Bearing::Nodes)
        };
        let found = match site {
            Site::World(_) => None,
            Site::Rigid(h, _) => self.rigids.get(h).map(|body| {
                let q = self.state.frames.q[body.slot as usize];
                Bearing::Frame(body.slot, double_rotation(q))
            }),
            Site::Node(h, node) => self.softs.get(h).and_then(|body| {
                let of = |nodes: &[u32]| nodes.contains(&(node as u32)).then(|| cell(body, nodes));
                let tets = body.mesh.tets.iter().find_map(|t| of(t).flatten());
                tets.or_else(|| body.mesh.faces.iter().find_map(|f| of(f).flatten()))
            }),
            Site::Face(h, i, _) => {
                self.softs.get(h).and_then(|body| cell(body, body.mesh.faces.get(i)?))
            }
            Site::Tet(h, i, _) => {
                self.softs.get(h).and_then(|body| cell(body, body.mesh.tets.get(i)?))
            }
        };
        found.unwrap_or_default()
    }

    /// Tells the nodes that generalised constraints push or turn.
    pub(crate) fn each_bearing(&self, mut tell: impl FnMut(&[u32])) {
        for r in self.generalised.values() {
            for point in &r.points {
                if let Point::Nodes { count, slot, .. } = point {
                    tell(&slot[..*count]);
                }
            }
            for bearing in &r.bearings {
                if let Bearing::Nodes(cell) = bearing {
                    tell(&cell.slots);
                }
            }
        }
    }

    /// Names the constraints that contradict each other, and the laws that answered with nonsense.
    pub(crate) fn tell_clashes(&self, report: &mut StepReport) {
        report.conflicts.clear();
        report.space.clashes.sort_unstable();
        report.conflicts.extend(report.space.clashes.iter().map(|clash| self.name_of(clash)));
        report.conflicts.dedup();
        report.faults.clear();
        for (h, r) in self.generalised.iter::<Generalised>() {
            if let Some(fault) = &r.fault {
                let object = label("generalised", &r.generalised.name, h);
                report.faults.push(format!("{object}: {fault}"));
            }
        }
    }

    fn name_of(&self, clash: &Clash) -> String {
        let place = clash.owner as usize;
        let (kind, name) = match clash.record {
            Record::Anchor => ("anchor", self.anchors.at(place).map(|r| &r.anchor.name)),
            Record::Distance => ("distance", self.distances.at(place).map(|r| &r.distance.name)),
            Record::Plane => ("plane", self.planes.at(place).map(|r| &r.plane.name)),
            Record::Joint => {
                let r = self.joints.at(PartId::from(clash.owner).joint());
                ("joint", r.map(|r| &r.joint.name))
            }
            Record::Generalised => {
                ("generalised", self.generalised.at(place).map(|r| &r.generalised.name))
            }
        };
        match name {
            Some(name) if !name.is_empty() => format!("{kind} `{name}`"),
            _ => format!("{kind} {place}"),
        }
    }
}
