//! One module per verb: joins the engines to the host
