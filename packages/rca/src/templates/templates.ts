/**
 * Online mining of log templates: what lines say without their values.
 *
 * `templateOf(text)` masks the values of one line. `openTemplates()` collects lines and also finds values that look like words, by comparing
 * lines. Windows are compared by mining both with one collector: template ids are hashes of template texts, and more lines can turn a word
 * into a value. The result does not depend on the order of the lines as long as no more than `maxForms` different forms were added; then
 * forms are merged early, and those not seen for longest are dropped and counted.
 */
import { bareOf } from "./bare.ts";
import type { Constants } from "./constants.ts";
import { type Form, formFrom, formOf, phrasesOf, rememberForms, shapeOf } from "./form.ts";
import { grouped } from "./grouped.ts";
import { type Merged, mergeForms, mergeSteps } from "./merge.ts";
import type { Token } from "./scan.ts";
import { wildcard } from "./words.ts";

export interface Template {
  /** A hash of the text. */
  readonly id: string;
  /** `<*>` in the place of values. */
  readonly text: string;
  /** The texts between values, which all its lines have. White space in them is one space. */
  readonly phrases: readonly string[];
  readonly count: number;
  /** The earliest and latest `at` of its lines. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** One of its lines. */
  readonly example: string;
  /** The forms that were merged into it. */
  readonly forms: readonly string[];
}

export interface FormCount {
  readonly tokens: readonly Token[];
  readonly count: number;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly example: string;
}

/** Plain data of a collector, to be merged into another one. */
export interface TemplatesPart {
  readonly forms: readonly FormCount[];
  readonly dropped: number;
}

export interface Templates {
  /** Counts a line. Returns the id of its form, which `templateFor` resolves to the template once all lines are added. */
  add(text: string, count?: number, at?: number): string;
  /** Finds the templates in small steps and awaits `turn` between them. Without it, the first read finds them at once. */
  settle(turn: () => Promise<void>): Promise<void>;
  /** All templates, the most frequent first. */
  templates(): Template[];
  /** The template that a form became. */
  templateFor(formId: string): Template | undefined;
  /** The template of any text, added or not. */
  find(text: string): Template | undefined;
  part(): TemplatesPart;
  absorb(part: TemplatesPart): void;
  /** Lines whose forms were dropped to stay within `maxForms`. */
  dropped(): number;
}

export const templateOf = (text: string): { id: string; text: string } => {
  const form = formOf(text);
  return { id: form.id, text: form.text };
};

interface Entry extends FormCount {
  readonly form: Form;
  count: number;
  first: number | undefined;
  last: number | undefined;
  example: string;
  /** When it was last added to. */
  used: number;
}

interface Result {
  readonly templates: Template[];
  readonly byForm: ReadonlyMap<string, Template>;
  readonly byShape: ReadonlyMap<string, { merged: Merged; template: Template }[]>;
  readonly byBare: ReadonlyMap<string | undefined, Template>;
}

const defaultMaxForms = 10_000;
const maxExample = 1000;

export const openTemplates = (options: { maxForms?: number; constants?: Constants } = {}): Templates => {
  const { maxForms = defaultMaxForms, constants: using } = options;
  let entries = new Map<string, Entry>();
  /** Forms that were merged early. */
  const aliases = new Map<string, string>();
  const formOfLine = rememberForms(maxForms);
  let dropped = 0;
  let result: Result | undefined;
  let time = 0;

  const put = (form: Form, more: FormCount) => {
    const key = finalAlias(aliases, form.id);
    const known = entries.get(key);
    time += 1;
    result = undefined;
    if (known !== undefined) {
      addTo(known, more);
      known.used = time;
      return;
    }
    entries.set(key, { ...more, form, used: time });
    if (entries.size > maxForms) compact();
  };

  /** Merges what can be merged, then drops what was not seen for longest. */
  const compact = () => {
    const kept = new Map<string, Entry>();
    const target = new Map<string, Merged>();
    for (const merged of mergeForms([...entries.values()], using)) {
      for (const member of merged.members) target.set(member.id, merged);
    }
    for (const [id, entry] of entries) {
      const form = target.get(id)?.form ?? entry.form;
      const known = kept.get(form.id);
      const used = Math.max(entry.used, known?.used ?? 0);
      kept.set(form.id, { ...(known === undefined ? entry : sum(known, entry)), form, used });
      if (form.id !== id) aliases.set(id, form.id);
    }
    const excess = Math.max(0, kept.size - Math.floor(maxForms * 0.75));
    const oldest = [...kept].toSorted(([, one], [, other]) => one.used - other.used).slice(0, excess);
    for (const [id, { count }] of oldest) {
      dropped += count;
      kept.delete(id);
    }
    for (const id of [...aliases.keys()].slice(0, Math.max(0, aliases.size - 4 * maxForms))) aliases.delete(id);
    entries = kept;
  };

  const current = (): Result => {
    result ??= resultFrom(entries, mergeForms([...entries.values()], using));
    return result;
  };

  return {
    add: (text, count = 1, at) => {
      const form = formOfLine(text);
      put(form, {
        tokens: form.tokens,
        count,
        first: at,
        last: at,
        example: text.length > maxExample ? text.slice(0, maxExample) : text,
      });
      return form.id;
    },
    settle: async (turn) => {
      const merging = mergeSteps([...entries.values()], using);
      let step = merging.next();
      for (; !step.done; step = merging.next()) await turn();
      result = resultFrom(entries, step.value);
    },
    templates: () => current().templates,
    templateFor: (formId) => current().byForm.get(finalAlias(aliases, formId)),
    find: (text) => {
      const form = formOfLine(text);
      const exact = current().byForm.get(finalAlias(aliases, form.id));
      const alike = current().byShape.get(shapeOf(form.tokens)) ?? [];
      const fitting = exact ?? alike.find(({ merged }) => fits(merged.form.tokens, form.tokens))?.template;
      return fitting ?? current().byBare.get(bareOf(form.tokens) ?? "");
    },
    part: () => ({ forms: [...entries.values()].map(({ form: _, used: __, ...counted }) => counted), dropped }),
    absorb: (part) => {
      dropped += part.dropped;
      for (const counted of part.forms) put(formFrom(counted.tokens), counted);
    },
    dropped: () => dropped,
  };
};

const resultFrom = (entries: ReadonlyMap<string, Entry>, all: readonly Merged[]): Result => {
  const byForm = new Map<string, Template>();
  const mined = all.flatMap((merged) => {
    const counts = merged.members.flatMap((member) => entries.get(member.id) ?? []);
    const [first, ...rest] = counts;
    if (first === undefined) return [];
    const { count, first: from, last, example } = rest.reduce<FormCount>(sum, first);
    const forms = merged.members.map((member) => member.id);
    const { id, text, tokens } = merged.form;
    const template: Template = {
      id,
      text,
      phrases: sharedPhrases(tokens, merged.members),
      count,
      first: from,
      last,
      example,
      forms,
    };
    for (const form of forms) byForm.set(form, template);
    return [{ merged, template }];
  });
  const templates = mined
    .map(({ template }) => template)
    .toSorted((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
  return {
    templates,
    byForm,
    byShape: grouped(mined, ({ merged }) => shapeOf(merged.form.tokens)),
    byBare: new Map(mined.map(({ merged, template }) => [bareOf(merged.form.tokens), template])),
  };
};

/** The phrases that all forms have: whole, or else the words of them that all have. */
const sharedPhrases = (tokens: readonly Token[], members: readonly Form[]): string[] => {
  const isShared = (phrase: string) => members.every(({ text }) => text.includes(phrase));
  return phrasesOf(tokens).flatMap((phrase) =>
    isShared(phrase) ? [phrase] : phrase.split(/[^\p{L}]+/u).filter((word) => word.length > 1 && isShared(word)),
  );
};

const finalAlias = (aliases: ReadonlyMap<string, string>, id: string): string => {
  let known = id;
  for (let next = aliases.get(known); next !== undefined && next !== known; next = aliases.get(known)) known = next;
  return known;
};

/** The example is the earliest line, so that it does not depend on the order. */
const sum = (one: FormCount, other: FormCount): FormCount => {
  const [earlier, later] = isEarlier(one, other) ? [one, other] : [other, one];
  return {
    tokens: one.tokens,
    count: one.count + other.count,
    first: earlier.first ?? later.first,
    last: latest(one.last, other.last),
    example: earlier.example,
  };
};

const addTo = (known: Entry, more: FormCount) => {
  known.count += more.count;
  known.last = latest(known.last, more.last);
  if (!isEarlier(known, more)) known.example = more.example;
  if (known.first === undefined || (more.first !== undefined && more.first < known.first)) known.first = more.first;
};

const latest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

const isEarlier = (one: FormCount, other: FormCount): boolean => {
  if (one.first === other.first) return one.example <= other.example;
  return (one.first ?? Infinity) < (other.first ?? Infinity);
};

const fits = (template: readonly Token[], line: readonly Token[]): boolean =>
  template.every((token, place) => token.text === wildcard || token.text === line[place]?.text);
