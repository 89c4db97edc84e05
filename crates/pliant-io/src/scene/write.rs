//! Scene to text: the TOML a person would have written, defaults left out.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{Impossible, SerializeMap, SerializeStruct, Serializer};
use toml::ser::{Error, ValueSerializer};

use super::Scene;
use super::reader::LISTS;
use super::rule::{Record, Rule};

/// Writes a scene as TOML that [`read`](super::read) reads back to an equal scene.
///
/// Fields that have their default value are left out; entries come in the order of the scene.
pub fn write(scene: &Scene) -> String {
    let mut text = String::new();
    let root = Rule::scene().as_record();
    push_fields(&mut text, scene, &Scene::default(), root, &LISTS);
    push_list(&mut text, "rigid", &scene.rigid);
    push_list(&mut text, "soft", &scene.soft);
    push_list(&mut text, "anchor", &scene.anchor);
    push_list(&mut text, "distance", &scene.distance);
    push_list(&mut text, "plane", &scene.plane);
    push_list(&mut text, "generalised", &scene.generalised);
    push_list(&mut text, "joint", &scene.joint);
    push_list(&mut text, "gear", &scene.gear);
    push_list(&mut text, "probe", &scene.probe);
    push_list(&mut text, "expect", &scene.expect);
    push_list(&mut text, "event", &scene.event);
    text
}

fn push_list<T: Serialize + Default>(text: &mut String, key: &str, list: &[T]) {
    let default = T::default();
    let rule = Rule::scene().as_record().and_then(|scene| scene.field(key)).map(|f| &f.rule);
    let record = match rule {
        Some(Rule::List(list)) => list.item.as_record(),
        _ => None,
    };
    for entry in list {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("[[{key}]]\n"));
        push_fields(text, entry, &default, record, &[]);
    }
}

/// Writes the fields of an entry that are required or differ from the default. Without a record
/// (an entry that is a choice) every field is written.
fn push_fields<T: Serialize>(
    text: &mut String,
    entry: &T,
    default: &T,
    record: Option<&Record>,
    skip: &[&str],
) {
    let defaults: BTreeMap<String, String> = fields(default, skip).into_iter().collect();
    for (key, value) in fields(entry, skip) {
        let optional =
            record.and_then(|record| record.field(&key)).is_some_and(|field| !field.required);
        let same = defaults.get(&key) == Some(&value);
        let left_out = value.is_empty() || (optional && same);
        if !left_out {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
}

/// The fields of a struct with their values as TOML; absent ones are empty.
fn fields<T: Serialize>(entry: &T, skip: &[&str]) -> Vec<(String, String)> {
    let mut fields = Fields { list: Vec::new(), key: String::new(), skip };
    // Only something other than a struct is refused, and every descriptor written is a struct.
    let _ = entry.serialize(&mut fields);
    fields.list
}

/// A serialiser of one struct that keeps its fields apart.
struct Fields<'a> {
    list: Vec<(String, String)>,
    key: String,
    skip: &'a [&'a str],
}

impl Fields<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) {
        if self.skip.contains(&key) {
            return;
        }
        let mut text = String::new();
        // An absent option is the one value that TOML has no text for.
        if value.serialize(ValueSerializer::new(&mut text)).is_err() {
            text.clear();
        }
        self.list.push((key.into(), text));
    }
}

impl SerializeStruct for &mut Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.push(key, value);
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeMap for &mut Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let key = serde_json::to_value(key).map_err(<Error as serde::ser::Error>::custom)?;
        self.key = key.as_str().unwrap_or_default().into();
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.push(&key, value);
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

/// Everything that is not a struct is refused.
macro_rules! refuse {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$result, Error> {
            Err(not_a_struct())
        }
    )*};
}

fn not_a_struct() -> Error {
    serde::ser::Error::custom("only a struct has fields")
}

impl Serializer for &mut Fields<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), Error> {
        Err(not_a_struct())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(not_a_struct())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(not_a_struct())
    }

    refuse! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}
