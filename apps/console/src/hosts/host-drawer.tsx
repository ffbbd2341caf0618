import { Alert, Button } from "@mantine/core";
import type { Host } from "@opsplane/contract";
import { IconPlugConnected } from "@tabler/icons-react";
import { FormProblem } from "../ui/form-problem.tsx";
import { RecordDrawer } from "../ui/record-drawer.tsx";
import { HostKeys } from "./host-keys.tsx";
import classes from "./hosts.module.css";
import { useHost, useTestHost } from "./queries.ts";
import { addressOf } from "./words.ts";

/** The connection of a host beside the list: its keys and a test. */
export function HostDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const host = useHost(id);
  return (
    <RecordDrawer query={host} title="Connection" onClose={onClose}>
      {(loaded) => (
        <div className={classes.drawer}>
          <div className={`${classes.address} mono`}>{addressOf(loaded)}</div>
          {loaded.bastion_name ? <div className="dim">Through {loaded.bastion_name}</div> : null}
          <HostKeys host={loaded} />
          <ConnectionTest host={loaded} />
        </div>
      )}
    </RecordDrawer>
  );
}

function ConnectionTest({ host }: { host: Host }) {
  const test = useTestHost(host.id);
  return (
    <section className={classes.section} aria-labelledby="test-heading">
      <h3 id="test-heading">Test</h3>
      <p className="dim">Connects and logs in. No command is run.</p>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Test connection
      </Button>
      <div role="status" aria-label="Test result">
        {test.data ? (
          <Alert color={test.data.ok ? "teal" : "red"} variant="light" p="xs" classNames={{ message: classes.message }}>
            {test.data.message} {test.data.ok ? `It took ${test.data.duration_ms} ms.` : null}
          </Alert>
        ) : null}
      </div>
      <FormProblem error={test.error} />
    </section>
  );
}
