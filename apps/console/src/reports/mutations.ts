import type { Input, operations, Report, ReportFormat, ReportParameters } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useApi } from "../api/api.tsx";
import { saveAs } from "../ui/attachments/save-as.ts";
import { toastDone, toastError } from "../ui/toast.tsx";
import { reportKeys } from "./queries.ts";
import { formatOfMedia, outputName } from "./words.ts";

export type ReportFields = Input<typeof operations.reports.create>["body"];

export interface SaveReport {
  /** All fields of a new report, the changed ones of another. */
  body: Partial<ReportFields>;
  /** A cron expression of its own, which has an operation of its own. */
  plan?: { cron: string; timezone: string } | undefined;
}

const onlyAt = (version: number | undefined) =>
  version === undefined ? {} : { headers: { "if-match": `"${version}"` } };

/** Creates a report, or saves one on the version that was read. */
export function useSaveReport(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  // A report whose cron expression is refused exists already. The next try must not create another.
  const created = useRef<string>(undefined);
  const create = async ({ body, plan }: SaveReport): Promise<Report> => {
    const params = { id: created.current ?? "" };
    const fields = { name: "", type: "", data_sources: [], ...body };
    const made = created.current
      ? await api.reports.update({ params, body: fields })
      : await api.reports.create({ body: fields });
    created.current = made.id;
    return plan ? api.reports.schedule({ params: { id: made.id }, body: plan }) : made;
  };
  const update = async (params: { id: string }, { body, plan }: SaveReport, version: number | undefined) => {
    const planned = plan ? await api.reports.schedule({ params, body: plan }, onlyAt(version)) : undefined;
    if (planned && Object.keys(body).length === 0) return planned;
    return api.reports.update({ params, body }, onlyAt(planned?.version ?? version));
  };
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: SaveReport; onVersion?: number }) =>
      id === undefined ? create(fields) : update({ id }, fields, onVersion),
    onSuccess: (saved) => {
      client.setQueryData(reportKeys.one(saved.id), saved);
      toastDone(`${saved.name} saved`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void client.invalidateQueries({ queryKey: reportKeys.all }),
  });
}

export function useRemoveReport() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.reports.remove({ params: { id } }),
    onSuccess: () => toastDone("Report deleted"),
    onError: (error) => toastError(error, "Couldn't delete the report"),
    onSettled: () => client.invalidateQueries({ queryKey: [...reportKeys.all, "page"] }),
  });
}

interface RunReport {
  id: string;
  format?: ReportFormat;
  parameters?: ReportParameters;
}

interface Ran {
  runId: string;
  format: ReportFormat | undefined;
}

/** Runs a report. CSV is saved as a file; the other formats are kept to be shown. */
export function useRunReport() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: RunReport): Promise<Ran> => {
      let runId = "";
      const onHeaders = (headers: Headers) => {
        runId = headers.get("x-report-run-id") ?? "";
      };
      const file = await api.reports.run({ params: { id }, body }, { onHeaders });
      const format = formatOfMedia(file.type);
      client.setQueryData(reportKeys.output(id, runId), file);
      if (format === "CSV") saveAs(file, outputName(id, format));
      return { runId, format };
    },
    onSuccess: ({ format }) => {
      if (format === "CSV") toastDone("CSV file downloaded");
    },
    onSettled: () => void client.invalidateQueries({ queryKey: reportKeys.all }),
  });
}
