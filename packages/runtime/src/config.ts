/** A setting that is read from the environment. The documentation is generated from these tables. */
export interface Setting<T> {
  readonly env: string;
  readonly about: string;
  /** The default as shown in the documentation. */
  readonly fallback: string;
  readonly secret?: boolean;
  readonly read: (written: string | undefined) => T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type Values<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** An invalid setting. The start prints its message in one line. */
export class BadSetting extends Error {}

export function readSettings<S extends Settings>(
  settings: S,
  env: Readonly<Record<string, string | undefined>>,
): Values<S> {
  const values = Object.entries(settings).map(([key, setting]) => {
    const written = env[setting.env]?.trim() || undefined;
    try {
      return [key, setting.read(written)];
    } catch (error) {
      const shown = setting.secret ? "" : ` (it is '${written}')`;
      throw new BadSetting(`${setting.env} ${error instanceof Error ? error.message : "is not valid"}${shown}.`);
    }
  });
  return Object.fromEntries(values) as Values<S>;
}

type SettingInfo = Pick<Setting<unknown>, "env" | "about" | "secret">;

export function words<T extends string | undefined>(about: SettingInfo, fallback: T): Setting<string | T> {
  return { ...about, fallback: fallback ?? "", read: (written) => written ?? fallback };
}

export function whole(about: SettingInfo, fallback: number, range: { min: number; max: number }): Setting<number> {
  return {
    ...about,
    fallback: String(fallback),
    read: (written) => {
      if (written === undefined) return fallback;
      const value = Number(written);
      if (!Number.isInteger(value) || value < range.min || value > range.max) {
        throw new Error(`must be a whole number from ${range.min} to ${range.max}`);
      }
      return value;
    },
  };
}

export function choice<const T extends readonly string[]>(
  about: SettingInfo,
  options: T,
  fallback: T[number],
): Setting<T[number]> {
  return {
    ...about,
    fallback,
    read: (written) => {
      if (written !== undefined && !options.includes(written)) throw new Error(`must be one of ${options.join(", ")}`);
      return written ?? fallback;
    },
  };
}

export function address(about: SettingInfo, schemes: readonly string[]): Setting<string | undefined> {
  return {
    ...about,
    fallback: "",
    read: (written) => {
      if (written === undefined) return undefined;
      const scheme = URL.canParse(written) ? new URL(written).protocol.slice(0, -1) : "";
      if (!schemes.includes(scheme))
        throw new Error(`must be a URL that starts with ${schemes.map((s) => `${s}://`).join(" or ")}`);
      return written;
    },
  };
}

/** Several addresses without a path. */
export function origins(about: SettingInfo): Setting<readonly string[]> {
  return {
    ...about,
    fallback: "",
    read: (written) =>
      (written?.split(",") ?? []).map((each) => {
        if (!/^https?:/i.test(each.trim()) || !URL.canParse(each.trim()))
          throw new Error("must be addresses such as https://opsplane.example.com, separated by commas");
        return new URL(each.trim()).origin;
      }),
  };
}
