import { Button, Group, Menu } from "@mantine/core";
import { type Report, type ReportFormat, reportFormats } from "@opsplane/contract";
import { IconAdjustments, IconChevronDown, IconFileText, IconPencil, IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RecordMenu } from "../../ui/record-menu.tsx";
import { toastError } from "../../ui/toast.tsx";
import { useRemoveReport, useRunReport } from "../mutations.ts";
import { RunDialog } from "./run-dialog.tsx";

interface ReportHeaderProps {
  report: Report;
  onRan: (runId: string | undefined) => void;
}

export function ReportHeader({ report, onRan }: ReportHeaderProps) {
  const can = useCan();
  return (
    <>
      <Crumbs
        parent={
          <TextLink to="/reports" size="sm" c="dimmed">
            Reports
          </TextLink>
        }
      >
        <span>{report.name}</span>
      </Crumbs>
      <PageHeader
        title={report.name}
        note={report.type}
        actions={
          <Group gap="xs">
            {can("reports:write") ? (
              <>
                <ButtonLink
                  to="/reports/$id/edit"
                  params={{ id: report.id }}
                  variant="default"
                  leftSection={<IconPencil size={15} />}
                >
                  Edit
                </ButtonLink>
                <MoreMenu report={report} />
              </>
            ) : null}
            {can("reports:run") ? <RunButtons report={report} onRan={onRan} /> : null}
          </Group>
        }
      />
      {report.description ? <p className="dim">{report.description}</p> : null}
    </>
  );
}

/** Runs the report as it is defined, in another format, or with other parameters. */
function RunButtons({ report, onRan }: ReportHeaderProps) {
  const run = useRunReport();
  const [asks, setAsks] = useState(false);
  const start = (format?: ReportFormat) =>
    run.mutate(
      { id: report.id, ...(format ? { format } : {}) },
      {
        onSuccess: ({ runId, format: made }) => onRan(made === "CSV" ? undefined : runId),
        onError: (error) => toastError(error, `Couldn't run ${report.name}`),
      },
    );
  useKeys([{ keys: "r", label: "Run", group: "Report", run: () => start() }]);
  return (
    <Group gap={2} wrap="nowrap">
      <Button leftSection={<IconPlayerPlay size={15} />} loading={run.isPending} onClick={() => start()}>
        Run
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button px={7} aria-label="More ways to run" disabled={run.isPending}>
            <IconChevronDown size={15} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {reportFormats.map((format) => (
            <Menu.Item key={format} leftSection={<IconFileText size={15} />} onClick={() => start(format)}>
              Run as {format}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconAdjustments size={15} />} onClick={() => setAsks(true)}>
            Run with options…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks ? <RunDialog report={report} onRan={onRan} onClose={() => setAsks(false)} /> : null}
    </Group>
  );
}

function MoreMenu({ report: { id, name } }: { report: Report }) {
  const navigate = useNavigate();
  const remove = useRemoveReport();
  return (
    <RecordMenu
      name={name}
      onDuplicate={() => void navigate({ to: "/reports/new", search: { from: id } })}
      onDelete={() => remove.mutate(id, { onSuccess: () => void navigate({ to: "/reports" }) })}
    >
      Its runs, their outputs and its distribution lists are deleted too.
    </RecordMenu>
  );
}
