import { Button, Code } from "@mantine/core";
import { IconBug } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { Face } from "./faces.tsx";

/** Shows a fault in the console's own code instead of a blank page. */
export class Crash extends Component<{ children: ReactNode }, { fault: Error | undefined }> {
  override state: { fault: Error | undefined } = { fault: undefined };

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override render() {
    if (!this.state.fault) return this.props.children;
    return <CrashFace fault={this.state.fault} />;
  }
}

export function CrashFace({ fault }: { fault: Error }) {
  return (
    <div role="alert">
      <Face
        icon={<IconBug size={20} />}
        tone="bad"
        title="Something went wrong"
        actions={<Button onClick={() => window.location.reload()}>Reload page</Button>}
      >
        Your saved data is not affected.{" "}
        <Code block mt="sm">
          {fault.message}
        </Code>
      </Face>
    </div>
  );
}
