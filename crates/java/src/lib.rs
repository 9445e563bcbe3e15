//! Java source: a model, literals, names, layout.
