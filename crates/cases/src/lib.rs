//! Cases: recorded invocations, grouped, cleaned and chosen.
