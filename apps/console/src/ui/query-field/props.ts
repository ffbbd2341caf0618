/** Returns completions from the page's data. The signal is aborted when the result is no longer needed. */
export interface QuerySuggestions {
  fields(typed: string, signal: AbortSignal): Promise<readonly string[]>;
  values(field: string, typed: string, signal: AbortSignal): Promise<readonly string[]>;
}

export interface QueryFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (query: string) => void;
  /** Enter: the query is run. */
  onRun: (query: string) => void;
  suggestions: QuerySuggestions;
  /** Earlier queries, the newest first. Arrow up in an empty field goes through them. */
  recent?: readonly string[];
}
