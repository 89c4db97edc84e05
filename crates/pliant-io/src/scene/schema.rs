//! The JSON Schema of scene files, made from the descriptor types and their doc comments.
//!
//! Editors use it for completion, and `rule.rs` compiles it into the rules of the reader. The
//! functions at the end are the ranges that fields name in `#[schemars(transform = …)]`.

use schemars::Schema;
use serde_json::{Map, Value};

use super::Scene;

/// The JSON Schema (draft 2020-12) of scene files.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Scene).to_value();
    without_null(&mut schema);
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        for (name, definition) in definitions {
            if let Value::Object(definition) = definition {
                definition.insert("title".into(), name.as_str().into());
            }
        }
    }
    schema
}

/// Takes `null` out of a schema: in TOML an optional field is absent, never null.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(without_null);
            drop_null_type(object);
            drop_null_alternative(object);
            drop_defaults_of_required(object);
            if object.get("default").is_some_and(Value::is_null) {
                object.remove("default");
            }
        }
        Value::Array(array) => array.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// `type: [T, null]` becomes `type: T`.
fn drop_null_type(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".into(), only);
        }
    }
}

/// `anyOf: [S, null]` becomes `S`.
fn drop_null_alternative(object: &mut Map<String, Value>) {
    let Some(Value::Array(alternatives)) = object.get_mut("anyOf") else {
        return;
    };
    alternatives.retain(|alternative| alternative.get("type").is_none_or(|name| name != "null"));
    if let [Value::Object(only)] = alternatives.as_slice() {
        let only = only.clone();
        object.remove("anyOf");
        for (key, value) in only {
            object.entry(key).or_insert(value);
        }
    }
}

/// A field that must be given has no default.
fn drop_defaults_of_required(object: &mut Map<String, Value>) {
    let Some(Value::Array(required)) = object.get("required").cloned() else {
        return;
    };
    let Some(Value::Object(properties)) = object.get_mut("properties") else {
        return;
    };
    for name in required.iter().filter_map(Value::as_str) {
        if let Some(Value::Object(property)) = properties.get_mut(name) {
            property.remove("default");
        }
    }
}

/// Above zero; of a list: each number.
pub(super) fn positive(schema: &mut Schema) {
    bound(schema, "exclusiveMinimum", 0.0);
}

/// Zero or above; of a list: each number.
pub(super) fn non_negative(schema: &mut Schema) {
    bound(schema, "minimum", 0.0);
}

/// One or above; of a list: each number.
pub(super) fn at_least_one(schema: &mut Schema) {
    bound(schema, "minimum", 1.0);
}

/// From zero to one; of a list: each number.
pub(super) fn fraction(schema: &mut Schema) {
    bound(schema, "minimum", 0.0);
    bound(schema, "maximum", 1.0);
}

/// Above 0, to 1.
pub(super) fn share(schema: &mut Schema) {
    bound(schema, "exclusiveMinimum", 0.0);
    bound(schema, "maximum", 1.0);
}

/// The number of a collision group; of a list: each number.
pub(super) fn group(schema: &mut Schema) {
    bound(schema, "minimum", 0.0);
    bound(schema, "maximum", 31.0);
}

fn bound(schema: &mut Schema, keyword: &str, value: f64) {
    match schema.get_mut("items") {
        Some(Value::Object(items)) => items.insert(keyword.into(), value.into()),
        _ => schema.insert(keyword.into(), value.into()),
    };
}
