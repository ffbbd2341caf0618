/** `npm run test:long` generates more cases than `npm test`. */
export const isLongRun = process.env.OPSPLANE_TESTS === "long";

/** How many generated cases an operation gets. The seed differs from run to run, so coverage grows with each. */
export const generatedCases = isLongRun ? 100 : 5;
