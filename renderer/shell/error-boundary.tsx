import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { errorReport, reportError } from "#renderer/client/browser/report-error.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { StopCard } from "#renderer/ui/controls/page/card.tsx";
import { CopyReport } from "./copy-report.tsx";
import styles from "./shell.module.css";

export interface ErrorBoundaryProps {
  readonly client: Client;
  /** Names the screen in the report. */
  readonly screen: string;
  /** True around the whole page, which can only be loaded again. */
  readonly isPage?: boolean;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly caught: { readonly error: unknown; readonly componentStack: string } | null;
}

/** Catches an error of a screen: logs it, tells what is safe, and offers a report and a retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error, componentStack: "" } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const { client, screen } = this.props;
    reportError(client, error, { screen, componentStack: componentStack ?? "" });
    this.setState({ caught: { error, componentStack: componentStack ?? "" } });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    const { screen, isPage = false, children } = this.props;
    if (caught === null) return children;
    const say = words.shell.screenFailed;
    return (
      <div className={styles["failed"]} data-whole={isPage} role="alert">
        <StopCard title={say.title}>
          <p className={styles["failedText"]}>{isPage ? say.page : say.screen}</p>
          <div className={styles["failedActs"]}>
            <Button
              kind="paper"
              size="l"
              icon="retry"
              onPress={() => (isPage ? loadFirstScreen() : this.setState({ caught: null }))}
            >
              {isPage ? say.load : say.again}
            </Button>
            <CopyReport text={errorReport(caught.error, screen, caught.componentStack)} />
          </div>
        </StopCard>
      </div>
    );
  }
}

/** Loads the page at its first screen, so that the address does not open the failing screen again. */
function loadFirstScreen(): void {
  location.hash = "";
  location.reload();
}

export interface ScreenBoundaryProps {
  readonly screen: string;
  readonly children: ReactNode;
}

/** An error boundary around one screen, so that the other screens stay usable. Its key must be the screen. */
export function ScreenBoundary({ screen, children }: ScreenBoundaryProps) {
  const client = useClient();
  return (
    <ErrorBoundary client={client} screen={screen}>
      {children}
    </ErrorBoundary>
  );
}
