import { SegmentedControl, TagsInput } from "@mantine/core";
import { severities } from "@opsplane/contract";
import { SeverityBadge, severityWords } from "../../records/severity-badge.tsx";
import { ranges, rangeWords } from "../../time/ranges.ts";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import page from "../../ui/list-page.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { chosenWords, optionsOf, toggled, wordsOf } from "../../ui/words.ts";
import classes from "../alerts.module.css";
import { usePolicySearch } from "../policies/queries.ts";
import { useAlertCounts } from "../queries.ts";
import { type AlertSearch, type AlertTab, alertTabs, isFiltered, labelsIn, tabOf } from "./alert-search.ts";

interface AlertFiltersProps {
  search: AlertSearch;
  onChange: (changes: Partial<AlertSearch>) => void;
}

const tabWords: Record<AlertTab, string> = { firing: "Firing", silenced: "Silenced", history: "History" };

export function AlertFilters({ search, onChange }: AlertFiltersProps) {
  const tab = tabOf(search);
  const severity = wordsOf(severities, search.severity);
  const [range] = wordsOf(ranges, search.range);
  const setSeverity = (chosen: readonly string[]) => onChange({ severity: chosen.join(",") || undefined });
  return (
    <search className={page.toolbar} aria-label="Filter alerts">
      <Tabs tab={tab} onChange={(view) => onChange({ view: view === "firing" ? undefined : view })} />
      <SearchField
        className={page.search ?? ""}
        label="Search alerts"
        placeholder="Search alerts…"
        value={search.q ?? ""}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        label="Severity"
        summary={chosenWords(severity, (each) => each)}
        multiple
        options={severities.map((value) => ({
          value,
          label: (
            <>
              <SeverityBadge severity={value} /> {severityWords[value]}
            </>
          ),
        }))}
        chosen={severity}
        onToggle={(value) => setSeverity(toggled(severity, value))}
        onClear={severity.length > 0 ? () => setSeverity([]) : undefined}
      />
      <PolicyFilter value={search.policy} onChange={(policy) => onChange({ policy })} />
      {tab === "history" ? (
        <FilterMenu
          label="Started"
          summary={range ? rangeWords[range] : undefined}
          options={optionsOf(ranges, rangeWords)}
          chosen={range ? [range] : []}
          onToggle={(value) => onChange({ range: value })}
          onClear={range ? () => onChange({ range: undefined }) : undefined}
        />
      ) : null}
      <LabelFilterField
        value={labelsIn(search)}
        onChange={(label) => onChange({ label: label.join(",") || undefined })}
      />
      {isFiltered(search) ? (
        <ClearButton
          onClick={() =>
            onChange({ severity: undefined, policy: undefined, label: undefined, q: undefined, range: undefined })
          }
        />
      ) : null}
    </search>
  );
}

function Tabs({ tab, onChange }: { tab: AlertTab; onChange: (tab: AlertTab) => void }) {
  const counts = useAlertCounts().data;
  const countOf: Record<AlertTab, number> = { firing: counts?.firing ?? 0, silenced: counts?.muted ?? 0, history: 0 };
  return (
    <SegmentedControl
      size="xs"
      aria-label="Alerts"
      data={alertTabs.map((value) => ({
        value,
        label: (
          <span>
            {tabWords[value]}
            {countOf[value] > 0 ? (
              <span className={classes.count} data-firing={value === "firing"}>
                {countOf[value].toLocaleString("en")}
              </span>
            ) : null}
          </span>
        ),
      }))}
      value={tab}
      onChange={(chosen) => onChange(alertTabs.find((each) => each === chosen) ?? "firing")}
    />
  );
}

function PolicyFilter({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const { data } = usePolicySearch("", true, 100);
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (options.length === 0 && !value) return null;
  return (
    <FilterMenu
      label="Policy"
      summary={value ? (options.find((option) => option.value === value)?.label ?? "One policy") : undefined}
      options={options}
      chosen={value ? [value] : []}
      onToggle={onChange}
      onClear={value ? () => onChange(undefined) : undefined}
    />
  );
}

/** Labels as `name=value`. A click on a label of a row adds it here. */
function LabelFilterField({ value, onChange }: { value: string[]; onChange: (labels: string[]) => void }) {
  return (
    <TagsInput
      className={classes.labelFilter ?? ""}
      size="xs"
      aria-label="Labels"
      placeholder={value.length > 0 ? "" : "Label, such as host=web-1"}
      maxTags={10}
      maxLength={200}
      value={value}
      onChange={(labels) => onChange(labels.filter((label) => label.indexOf("=") > 0))}
    />
  );
}
