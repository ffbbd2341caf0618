import { type ApiError, type Form, inputProblems } from "@opsplane/contract";
import { type RefObject, useState } from "react";
import { type FormInputs, filledIn, firstInputs, problemsByField } from "./inputs.ts";

interface SchemaForm {
  inputs: FormInputs;
  setInputs: (inputs: FormInputs) => void;
  /** By field; the form's own problems show after the first attempt to submit. */
  problems: Record<string, string>;
  /** The server's error when no field shows it. */
  error: ApiError | null;
  /** After an attempt to submit. */
  tried: boolean;
  /** The inputs to send; undefined when a field or `otherwise` is wrong. Then the first wrong field gets the focus. */
  submit: (otherwise?: boolean) => FormInputs | undefined;
}

/** The inputs of a form, checked by the rule that the server applies too. */
export function useSchemaForm(form: Form, box: RefObject<HTMLElement | null>, refused: ApiError | null): SchemaForm {
  const [inputs, setInputs] = useState<FormInputs>(() => firstInputs(form));
  const [tried, setTried] = useState(false);
  const own = inputProblems(form, filledIn(inputs));
  const theirs = refused ? problemsByField(refused.details) : {};
  return {
    inputs,
    setInputs,
    problems: { ...theirs, ...(tried ? problemsByField(own) : {}) },
    error: Object.keys(theirs).length === 0 ? refused : null,
    tried,
    submit: (otherwise = false) => {
      setTried(true);
      if (own.length === 0 && !otherwise) return filledIn(inputs);
      // The fields are marked when they are rendered with their problems.
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-error=true]")?.focus(),
      );
      return undefined;
    },
  };
}
