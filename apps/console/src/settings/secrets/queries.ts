import type { Input, operations, Secret } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

type SecretFields = Input<typeof operations.secrets.create>["body"];

const queryKey = ["secrets"];

export function useSecrets(q: string) {
  const api = useApi();
  return usePaged([...queryKey, q], (page, call) =>
    api.secrets.list({ query: { ...(q ? { q } : {}), ...page } }, call),
  );
}

/** Creates a secret, or saves one on the version that was read. An empty value keeps the stored one. */
export function useSaveSecret(secret: Secret | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ value, ...fields }: SecretFields) => {
      if (!secret) return api.secrets.create({ body: { ...fields, value } });
      const body = value === "" ? fields : { ...fields, value };
      return api.secrets.update(
        { params: { id: secret.id }, body },
        { headers: { "if-match": `"${secret.version}"` } },
      );
    },
    onSuccess: ({ name }) => toastDone(`The secret ${name} is saved.`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useRemoveSecret() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.secrets.remove({ params: { id } }),
    onSuccess: () => toastDone("The secret is deleted."),
    onError: (error) => toastError(error, "The secret was not deleted"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
