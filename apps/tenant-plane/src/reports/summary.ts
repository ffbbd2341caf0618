import { changeText, type ReportContent, valueText } from "@opsplane/reports";

/** What a mail says about a run. The output itself can be a file that no mail shows. */
export interface Summary {
  from: string;
  to: string;
  timezone: string;
  paragraphs: string[];
  sections: { source: string; figures: [name: string, value: string][] }[];
}

export function summaryOf({ narrative, sections, period }: ReportContent): Summary {
  return {
    ...{ from: period.from.toISOString(), to: period.to.toISOString(), timezone: period.timezone },
    paragraphs: [...narrative.paragraphs],
    sections: sections.map(({ source, figures }) => ({
      source,
      figures: figures.map((figure): [string, string] => {
        const change = changeText(figure);
        const value = valueText(figure.value, figure.unit, figure.currency);
        return [figure.name, change === null ? value : `${value} (${change})`];
      }),
    })),
  };
}
