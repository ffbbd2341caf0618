import { Button, Code } from "@mantine/core";
import { IconBug } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { Face } from "../ui/faces.tsx";

/** The last net: a fault in the console's own code shows itself instead of a white page. */
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
        title="The console has run into a fault of its own"
        actions={<Button onClick={() => window.location.reload()}>Load the page again</Button>}
      >
        Your data is safe on the server.{" "}
        <Code block mt="sm">
          {fault.message}
        </Code>
      </Face>
    </div>
  );
}
