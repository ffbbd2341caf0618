import pg from "pg";

const { builtins } = pg.types;

/** `2026-11-15 01:38:38.12+00` → `2026-11-15T01:38:38.120Z`. Sessions run in UTC, so the offset is always +00. */
function isoTime(written: string): string {
  const fraction = /\.(\d+)/.exec(written)?.[1] ?? "";
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}

const parsers = new Map<number, (written: string) => unknown>([
  [builtins.TIMESTAMPTZ, isoTime],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
]);

/** Times become the strings of the API, counts become numbers. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
