import type { ComponentType, ReactNode } from "react";
import { FilterMenu } from "../filter-menu.tsx";
import { chosenWords, toggled, wordsOf } from "../words.ts";

interface ControlProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

/** One filter of a list: its form in the address, its query parameters, and its control in the toolbar. */
export interface Filter<Value, Query extends object> {
  /** An address without the filter reads as its initial value. */
  read: (written: string | undefined) => Value;
  /** Undefined for the initial value, which the address leaves out. */
  write: (value: Value) => string | undefined;
  ask: (value: Value) => Query | object;
  Control?: ComponentType<ControlProps<Value>>;
  /** A view, such as a tab: clearing the filters keeps it. */
  isView?: boolean;
}

interface WordsFilter<Word extends string, Query extends object> {
  label: string;
  known: readonly Word[];
  word: (word: Word) => string;
  /** Renders an option in the menu; by default its label. */
  show?: (word: Word) => ReactNode;
  /** The values for an address without the filter. Without them, every record matches. */
  initial?: { words: readonly Word[]; label: string };
  ask: (words: Word[]) => Query;
}

/** Several words of a known table: `?status=open,closed`. With initial words, `?status=all` means every one. */
export function wordsFilter<Word extends string, Query extends object>(options: WordsFilter<Word, Query>) {
  const { label, known, word, show = word, initial, ask } = options;
  const isInitial = (chosen: readonly Word[]) => sameWords(chosen, initial?.words ?? []);
  const filter: Filter<Word[], Query> = {
    read: (written) => {
      const chosen = wordsOf(known, written);
      if (written === "all" || chosen.length === known.length) return [];
      return chosen.length > 0 ? chosen : [...(initial?.words ?? [])];
    },
    write: (chosen) => (isInitial(chosen) ? undefined : chosen.join(",") || "all"),
    ask: (chosen) => (chosen.length > 0 ? ask(chosen) : {}),
    Control: ({ value, onChange }) => (
      <FilterMenu
        label={label}
        summary={initial && isInitial(value) ? initial.label : chosenWords(value, word)}
        multiple
        options={known.map((each) => ({ value: each, label: show(each) }))}
        chosen={value}
        onToggle={(each) => onChange(toggled(value, each))}
        onClear={value.length > 0 ? () => onChange([]) : undefined}
      />
    ),
  };
  return filter;
}

interface ChoiceFilter<Word extends string, Query extends object> {
  label: string;
  known: readonly Word[];
  word: (word: Word) => string;
  ask: (word: Word) => Query;
}

/** One word of a known table, or none: `?range=24h`. */
export function choiceFilter<Word extends string, Query extends object>(options: ChoiceFilter<Word, Query>) {
  const { label, known, word, ask } = options;
  const filter: Filter<Word | undefined, Query> = {
    read: (written) => wordsOf(known, written)[0],
    write: (chosen) => chosen,
    ask: (chosen) => (chosen ? ask(chosen) : {}),
    Control: ({ value, onChange }) => (
      <FilterMenu
        label={label}
        summary={value ? word(value) : undefined}
        options={known.map((each) => ({ value: each, label: word(each) }))}
        chosen={value ? [value] : []}
        onToggle={onChange}
        onClear={value ? () => onChange(undefined) : undefined}
      />
    ),
  };
  return filter;
}

interface TextFilter<Query extends object> {
  /** Other texts in an address are ignored, because the server would refuse them. */
  pattern?: RegExp;
  ask: (text: string) => Query;
  Control?: ComponentType<ControlProps<string | undefined>>;
}

/** Any text, such as the id of a person: `?assignee=me`. */
export function textFilter<Query extends object>({ pattern, ask, Control }: TextFilter<Query>) {
  const filter: Filter<string | undefined, Query> = {
    read: (written) => (written && (pattern?.test(written) ?? true) ? written : undefined),
    write: (text) => text,
    ask: (text) => (text ? ask(text) : {}),
    ...(Control ? { Control } : {}),
  };
  return filter;
}

/** The views of a list, each with what it asks for; the first is the initial one: `?scope=all`. */
export function viewFilter<View extends string, Query extends object>(
  asks: Readonly<Record<View, Query>>,
): Filter<View, Query> {
  // The keys of a record of views are those views, and it has at least one.
  const [initial, ...others] = Object.keys(asks) as [View, ...View[]];
  return {
    read: (written) => wordsOf(others, written)[0] ?? initial,
    write: (view) => (view === initial ? undefined : view),
    ask: (view) => asks[view],
    isView: true,
  };
}

/** Several free values, such as tags: `?tag=pci,eu`. */
export function freeWordsFilter<Query extends object>(ask: (words: string[]) => Query): Filter<string[], Query> {
  return {
    read: (written) => [...new Set(written?.split(",").filter(Boolean))],
    write: (words) => words.join(",") || undefined,
    ask: (words) => (words.length > 0 ? ask(words) : {}),
  };
}

function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word) => others.includes(word));
}
