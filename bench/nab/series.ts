import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export interface Series {
  readonly name: string;
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly windows: readonly (readonly [first: number, last: number])[];
}

/** The series of a folder with `labels.json` and one `<name>.json.gz` each; undefined if there is no such folder. */
export const readSeries = (folder: string): Series[] | undefined => {
  const labels = join(folder, "labels.json");
  if (!existsSync(labels)) return undefined;
  const windows: Record<string, [string, string][]> = JSON.parse(readFileSync(labels, "utf8"));
  return Object.entries(windows).map(([name, marked]) => {
    const file: { timestamps: string[]; values: (number | null)[] } = JSON.parse(
      gunzipSync(readFileSync(join(folder, `${name}.json.gz`))).toString("utf8"),
    );
    const { timestamps, values } = file;
    return {
      name,
      values,
      times: timestamps.map((text) => Date.parse(`${text.replace(" ", "T")}Z`) / 1000),
      windows: marked.map(([from, to]) => [timestamps.indexOf(from), timestamps.indexOf(to)] as const),
    };
  });
};

/** What a series is about, by the name of its folder in the benchmark: series of one group are alike. */
export const groupOf = ({ name }: { readonly name: string }): string =>
  (name.split("__")[0] ?? "").replace(/^artificial.*/, "artificial");
