import { Button } from "@mantine/core";
import { silenceKinds, silenceStates } from "@opsplane/contract";
import { IconBellOff, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useKeys } from "../../keys/keys.tsx";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ListHead } from "../../ui/list/list-page.tsx";
import page from "../../ui/list-page.module.css";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { totalText } from "../../ui/total-text.ts";
import { chosenWords, optionsOf, toggled, wordsOf } from "../../ui/words.ts";
import alerts from "../alerts.module.css";
import { alertViews } from "../views.ts";
import { useNewSilence } from "./new-silence.ts";
import { type SilenceFilter, useSilence, useSilences } from "./queries.ts";
import { SilenceDialog } from "./silence-dialog.tsx";
import { SilencesTable } from "./silences-table.tsx";
import { kindWords, stateWords } from "./words.ts";

const route = getRouteApi("/alerts/silences");
type Search = ReturnType<typeof route.useSearch>;

/** The address names the silence that is edited: `?edit=`. */
export function SilencesPage() {
  const can = useCan();
  const silence = useNewSilence();
  useKeys(can("alerts:write") ? [{ keys: "N", label: "New silence", group: "Silences", run: () => silence() }] : []);
  return can("alerts:read") ? <Silences /> : <ForbiddenPage title="Silences" needs="alerts:read" />;
}

/** Ended ones are shown only on request. */
const current = silenceStates.filter((state) => state !== "ended");

function Silences() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<Search>) =>
    void navigate({ search: { ...search, ...changes }, replace: "q" in changes });
  const chosen = wordsOf(silenceStates, search.state);
  const state = chosen.length > 0 ? chosen : current;
  const [kind] = wordsOf(silenceKinds, search.kind);
  const { q = "", edit } = search;
  const filter: SilenceFilter = { state, ...(kind ? { kind } : {}), ...(q ? { q } : {}) };
  const list = useSilences(filter);
  const isFiltered = q !== "" || kind !== undefined || chosen.length > 0;
  return (
    <div className={page.page}>
      <ListHead
        title="Silences"
        total={list.data ? totalText(list.data.total, false) : undefined}
        actions={<NewSilenceButton />}
        views={alertViews("Silences")}
      />
      <search className={page.toolbar} aria-label="Filter silences">
        <SearchField
          className={page.search ?? ""}
          label="Search silences"
          placeholder="Search silences…"
          value={q}
          onChange={(next) => change({ q: next || undefined })}
        />
        <FilterMenu
          label="State"
          summary={chosen.length > 0 ? chosenWords(chosen, (each) => stateWords[each]) : "Active, Scheduled"}
          multiple
          options={optionsOf(silenceStates, stateWords)}
          chosen={state}
          onToggle={(value) => change({ state: toggled(state, value).join(",") || undefined })}
        />
        <FilterMenu
          label="Kind"
          summary={kind ? kindWords[kind] : undefined}
          options={optionsOf(silenceKinds, kindWords)}
          chosen={kind ? [kind] : []}
          onToggle={(value) => change({ kind: value })}
          onClear={kind ? () => change({ kind: undefined }) : undefined}
        />
      </search>
      <div className={alerts.body}>
        <PagedFace
          list={list}
          empty={
            <Face
              icon={<IconBellOff size={20} />}
              title={isFiltered ? "No matching silences" : "No silences"}
              actions={<NewSilenceButton />}
            >
              {isFiltered
                ? "Remove a filter or shorten your search."
                : "A silence mutes alerts that you know about. A maintenance window does so during planned work."}
            </Face>
          }
        >
          {(silences) => <SilencesTable silences={silences} onEdit={(id) => change({ edit: id })} />}
        </PagedFace>
      </div>
      {edit ? <EditSilence id={edit} onClose={() => change({ edit: undefined })} /> : null}
    </div>
  );
}

function EditSilence({ id, onClose }: { id: string; onClose: () => void }) {
  const mayWrite = useCan()("alerts:write");
  const { data } = useSilence(id);
  return data && mayWrite && data.state !== "ended" ? <SilenceDialog silence={data} onClose={onClose} /> : null;
}

function NewSilenceButton() {
  const silence = useNewSilence();
  return useCan()("alerts:write") ? (
    <Button leftSection={<IconPlus size={15} />} onClick={() => silence()}>
      New silence
    </Button>
  ) : null;
}
