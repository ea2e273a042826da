/** The rules' name as a model, as records and dead letters show it; apart, so that naming them does not load them. */
export const BUILTIN_RULES = "hindsight-builtin-rules";
