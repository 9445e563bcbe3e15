//! Renderers of the finding model
