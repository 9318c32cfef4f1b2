import { Component } from "react";
import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { StopCard } from "#renderer/ui/card.tsx";
import styles from "./shell.module.css";

export interface MishapProps {
  readonly children: ReactNode;
}

interface MishapState {
  readonly hasFailed: boolean;
}

/** Catches a mistake of a screen: says so, says what is safe, and loads the page again on a press. */
export class Mishap extends Component<MishapProps, MishapState> {
  override state: MishapState = { hasFailed: false };

  static getDerivedStateFromError(): MishapState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className={styles["mishap"]}>
        <StopCard title={words.shell.mishapTitle}>
          <p className={styles["mishapText"]}>{words.shell.mishapText}</p>
          <Button kind="paper" size="l" icon="retry" onPress={() => location.reload()}>
            {words.shell.reload}
          </Button>
        </StopCard>
      </main>
    );
  }
}
