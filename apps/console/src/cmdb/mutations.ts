import type { ConfigItem, Input, operations } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";

export type NewItem = Input<typeof operations.cmdb.create>["body"];
export type ItemPatch = Input<typeof operations.cmdb.update>["body"];
type NewClass = Input<typeof operations.cmdb.defineClass>["body"];
type NewRelation = Input<typeof operations.cmdb.relate>["body"];

export function useCreateItem() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, key }: { fields: NewItem; key: string }) =>
      api.cmdb.create({ body: fields }, { headers: { "idempotency-key": key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["cmdb"] }),
  });
}

/** Saves on the version that was read. The caller shows errors, such as a CONFLICT, beside the draft. */
export function useUpdateItem(item: ConfigItem) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, onVersion }: { patch: ItemPatch; onVersion: number }) =>
      api.cmdb.update({ params: { id: item.id }, body: patch }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: (saved) => client.setQueryData(["cmdb", "one", item.id], saved),
    onSettled: () => client.invalidateQueries({ queryKey: ["cmdb"] }),
  });
}

export function useRemoveItem(item: ConfigItem) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.cmdb.remove({ params: { id: item.id } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ["cmdb", "one", item.id] });
      toastDone(`${item.name} deleted`);
    },
    onError: (error) => toastError(error, `Couldn't delete ${item.name}`),
    // The page of the item closes; loading the item again would fail.
    onSettled: () =>
      client.invalidateQueries({
        queryKey: ["cmdb"],
        predicate: ({ queryKey }) => !queryKey.includes(item.id),
      }),
  });
}

export function useRelate() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRelation) => api.cmdb.relate({ body }),
    onSuccess: () => toastDone("Relationship added"),
    onSettled: () => client.invalidateQueries({ queryKey: ["cmdb"] }),
  });
}

export function useUnrelate() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.cmdb.unrelate({ params: { id } }),
    onSuccess: () => toastDone("Relationship removed"),
    onError: (error) => toastError(error, "Couldn't remove the relationship"),
    onSettled: () => client.invalidateQueries({ queryKey: ["cmdb"] }),
  });
}

export function useDefineClass() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClass) => api.cmdb.defineClass({ body }),
    onSuccess: ({ label }) => toastDone(`The class ${label} is added.`),
    onSettled: () => client.invalidateQueries({ queryKey: ["cmdb"] }),
  });
}

export function useRemoveClass() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.cmdb.removeClass({ params: { name } }),
    onError: (error) => toastError(error, "Couldn't delete the class"),
    onSettled: () => client.invalidateQueries({ queryKey: ["cmdb"] }),
  });
}
