export { completionAt } from "./completion.ts";
export { type HighlightKind, highlightsOf } from "./highlight.ts";
export { parse } from "./parse.ts";
export { problemOf } from "./problem.ts";
export { type Operator, operators, type Query, QuerySyntaxError, quoted, type Term, type Text } from "./syntax.ts";
export { isFieldName, writeValue } from "./write.ts";
