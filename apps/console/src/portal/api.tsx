import type { Client } from "@opsplane/contract";
import type { ControlOperations } from "@opsplane/contract/control-plane";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { toastDone, toastError } from "../ui/toast.tsx";

export type PortalApi = Client<ControlOperations>;

const ApiContext = createContext<PortalApi | undefined>(undefined);

export function PortalApiProvider({ api, children }: { api: PortalApi; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function usePortalApi(): PortalApi {
  const api = useContext(ApiContext);
  if (!api) throw new Error("usePortalApi needs a PortalApiProvider above it.");
  return api;
}

interface ChangeWords<Result> {
  done?: (result: Result) => string;
  /** The title of the message when the change fails. Absent in forms, which show the error themselves. */
  failed?: string;
}

/** A change of any record. Records depend on each other, and a person makes few changes, so everything shown is loaded again. */
export function useChange<Given, Result>(
  change: (api: PortalApi, given: Given) => Promise<Result>,
  { done, failed }: ChangeWords<Result> = {},
) {
  const api = usePortalApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => change(api, given),
    onSuccess: (result) => {
      if (done) toastDone(done(result));
    },
    onError: (error) => {
      if (failed) toastError(error, failed);
    },
    onSettled: () => void client.invalidateQueries(),
  });
}

/** The header that refuses a change of a record that someone else has changed. */
export function onVersion(version: number): { headers: Record<string, string> } {
  return { headers: { "if-match": `"${version}"` } };
}
