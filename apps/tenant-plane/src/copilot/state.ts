import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { ConditionInput, type RecordKind } from "../tools/index.ts";
import { rank } from "./choose.ts";
import { type Intent, intents } from "./intents/index.ts";
import type { Query } from "./reading/query.ts";
import { type NamedRecord, nameKinds } from "./understand/names.ts";
import { noSlots, type Slots } from "./understand/slots.ts";
import type { Understood } from "./understand/understand.ts";
import { concepts as allConcepts } from "./understand/vocabulary.ts";

const Short = Type.String({ maxLength: 200 });
const StoredCondition = Type.Object(
  {
    ...ConditionInput.properties,
    names: Type.Optional(Type.Array(Short, { maxItems: 20 })),
    words: Type.Optional(Short),
  },
  { additionalProperties: false },
);
const StoredQuery = Type.Object({
  kind: Type.Unsafe<RecordKind>({ type: "string", enum: ["incident", "change", "request", "item", "alert"] }),
  conditions: Type.Array(StoredCondition, { maxItems: 20 }),
  shape: Type.Unsafe<Query["shape"]>({ type: "string", enum: ["count", "list"] }),
  order: Type.Optional(Type.Unsafe<"newest" | "oldest">({ type: "string", enum: ["newest", "oldest"] })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  by: Type.Optional(Type.String({ maxLength: 40 })),
});

/** What is kept about a question, so that the next one can follow it. */
const State = Type.Object({
  intent: Type.String(),
  time: Type.Union([
    Type.Null(),
    Type.Object({ from: Type.Union([Type.String(), Type.Null()]), to: Type.Union([Type.String(), Type.Null()]) }),
  ]),
  mentions: Type.Array(Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() })),
  references: Type.Array(Type.Object({ kind: Type.String(), reference: Type.String() })),
  concepts: Type.Array(Type.String()),
  severities: Type.Array(Type.String()),
  states: Type.Array(Type.String()),
  grades: Type.Array(Type.String()),
  levels: Type.Array(Type.String()),
  types: Type.Array(Type.String()),
  words: Type.Array(Type.String()),
  text: Type.Union([Type.String(), Type.Null()]),
  query: Type.Union([Type.Null(), StoredQuery]),
  /** The whole question in words. */
  asked: Type.Optional(Type.String({ maxLength: 2000 })),
});
type State = Static<typeof State>;

/** The state after an answer. */
export function nextState(
  q: Understood,
  intent: Intent | undefined,
  query: Query | undefined,
  asked: string | undefined,
): unknown {
  if (!query) return intent ? { ...stateOf(intent.name, q, null), ...(asked ? { asked } : {}) } : null;
  // What only the reading of the whole question has understood is kept only there.
  const isPlain =
    q.operators.length === 0 && q.unknown.length === 0 && query.conditions.every(({ not }) => not !== true);
  const [best] = isPlain ? rank(q) : [];
  return { ...(best ? stateOf(best.intent.name, q, query) : { query: storedOf(query) }), ...(asked ? { asked } : {}) };
}

function stateOf(
  intent: string,
  { time, mentions, references, concepts, slots, words, text }: Understood,
  query: Query | null,
): State {
  return {
    intent,
    time: time ? { from: time.from?.toISOString() ?? null, to: time.to?.toISOString() ?? null } : null,
    mentions: mentions.map(({ kind, id, name }) => ({ kind, id, name })),
    references: references.map(({ kind, reference }) => ({ kind, reference })),
    concepts: [...concepts],
    ...{ severities: [...slots.severities], states: [...slots.states], grades: [...slots.grades] },
    ...{ levels: [...slots.levels], types: [...slots.types], words: words.slice(0, 80), text: text ?? null },
    query: query && storedOf(query),
  };
}

function storedOf(query: Query): Static<typeof StoredQuery> {
  const { kind, conditions, shape, order, limit, by } = query;
  return {
    ...{ kind, shape, conditions: conditions.slice(0, 20) },
    ...(order ? { order } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(by === undefined ? {} : { by }),
  };
}

/** The earlier question, from what was stored. */
export function readState(stored: unknown): { q?: Understood; query?: Query; asked?: string } | undefined {
  const OnlyQuery = Type.Object({ query: StoredQuery });
  const query = Check(OnlyQuery, stored) ? stored.query : undefined;
  if (!Check(State, stored) || !intents.some(({ name }) => name === stored.intent)) return query && { query };
  const time = stored.time;
  return {
    ...(query ? { query } : {}),
    ...(stored.asked === undefined ? {} : { asked: stored.asked }),
    q: {
      words: stored.words,
      time: time
        ? {
            from: time.from ? new Date(time.from) : undefined,
            to: time.to ? new Date(time.to) : undefined,
            start: 0,
            end: 0,
          }
        : undefined,
      mentions: stored.mentions.filter(isNamed),
      references: stored.references.filter(isReference),
      concepts: new Set(allConcepts.filter((concept) => stored.concepts.includes(concept))),
      slots: slotsOf(stored),
      ...{
        secondTime: false,
        ambiguous: [],
        operators: [],
        said: new Map(),
        isTextMarked: true,
        text: stored.text ?? undefined,
        unknown: [],
        corrections: [],
        asked: [],
        spans: [],
      },
      ...{ command: undefined, pointsBack: false, continues: false },
    },
  };
}

const isNamed = (each: { kind: string; id: string; name: string }): each is NamedRecord =>
  nameKinds.some((kind) => kind === each.kind);
const isReference = (each: { kind: string; reference: string }): each is Understood["references"][number] =>
  ["incident", "change", "request", "execution", "run"].includes(each.kind);

function slotsOf({ severities, states, grades, levels, types }: State): Slots {
  const severityNames = ["P1", "P2", "P3", "P4", "P5"] as const;
  const levelNames = ["warn", "info", "debug", "fatal"] as const;
  const typeNames = ["standard", "normal", "emergency"] as const;
  return {
    ...noSlots,
    severities: severityNames.filter((each) => severities.includes(each)),
    states: new Set(states),
    grades,
    levels: levelNames.filter((each) => levels.includes(each)),
    types: typeNames.filter((each) => types.includes(each)),
  };
}
