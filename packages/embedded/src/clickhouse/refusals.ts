/** An error in the form of ClickHouse: https://clickhouse.com/docs/interfaces/http */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly status: number,
  ) {
    super(description);
  }
}

/** Refusals of this interface, in ClickHouse's own words where it has them. */
export const refusals = {
  noCredentials: () => refusal(194, "Authentication is required", "REQUIRED_PASSWORD"),
  wrongCredentials: () =>
    refusal(
      516,
      "Authentication failed: password is incorrect, or there is no user with such name",
      "AUTHENTICATION_FAILED",
    ),
  empty: () => refusal(62, "Syntax error: Empty query", "SYNTAX_ERROR"),
  manyStatements: () => refusal(62, "Syntax error (Multi-statements are not allowed)", "SYNTAX_ERROR"),
  infile: () =>
    refusal(344, "INSERT FROM INFILE is not allowed over HTTP; send the rows in the request", "SUPPORT_IS_DISABLED"),
  noParameter: (name: string) => refusal(456, `Substitution \`${name}\` is not set`, "UNKNOWN_QUERY_PARAMETER"),
  settingName: (name: string) => refusal(115, `Unknown setting '${name}'`, "UNKNOWN_SETTING"),
  sessions: () => refusal(48, "The embedded engine has no HTTP sessions; leave out 'session_id'", "NOT_IMPLEMENTED"),
  encoding: (name: string) =>
    refusal(48, `Unknown content encoding '${name}'; send gzip, deflate or br`, "NOT_IMPLEMENTED"),
  tooLarge: (limit: number) =>
    refusal(307, `A statement may have ${limit} bytes; send rows after an INSERT`, "TOO_MANY_BYTES"),
  tooMany: (limit: number) => refusal(202, `More than ${limit} queries are waiting`, "TOO_MANY_SIMULTANEOUS_QUERIES"),
  notFound: (path: string) => refusal(84, `There is no handle ${path}`, "DIRECTORY_DOESNT_EXIST"),
};

function refusal(code: number, text: string, name: string): Refusal {
  return new Refusal(code, `Code: ${code}. DB::Exception: ${text}. (${name})`, statusOf(code));
}

/** The engine's own message starts with `Code: 60. DB::Exception: `. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1002);
  const description =
    /Code: \d+[\s\S]*/.exec(message)?.[0] ?? `Code: ${code}. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)`;
  return new Refusal(code, description, statusOf(code));
}

/** As in ClickHouse's exceptionCodeToHTTPStatus. All other codes are 500. */
const statuses: readonly [status: number, codes: readonly number[]][] = [
  [400, [6, 25, 26, 27, 36, 38, 41, 43, 44, 53, 62, 72, 117, 131, 184, 215, 321, 344, 427, 456]],
  [401, [194]],
  [403, [192, 193, 497, 516]],
  [404, [46, 47, 50, 56, 60, 63, 73, 78, 81, 84, 115, 336]],
  [408, [159]],
  [413, [307]],
  [501, [48]],
  [503, [202, 209, 439]],
];

function statusOf(code: number): number {
  return statuses.find(([, codes]) => codes.includes(code))?.[0] ?? 500;
}
