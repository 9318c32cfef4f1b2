import { useCallback, useRef, useState } from "react";
import type {
  ErrorCodeOf,
  InputOf,
  OutputOf,
  ProcedureName,
  ReplyOf,
} from "#shared/contract/index.ts";
import type { Failure } from "#shared/result.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { newCommandId } from "#renderer/client/client.ts";
import { callUntilAnswered } from "./reconnect.ts";

export type CommandName = {
  [Name in ProcedureName]: InputOf<Name> extends { commandId: string } ? Name : never;
}[ProcedureName];

/** The input of a command without its id. */
export type CommandInput<Name extends CommandName> = Omit<InputOf<Name>, "commandId">;

interface Outcome<Name extends CommandName> {
  readonly isBusy: boolean;
  readonly error: Failure<ErrorCodeOf<Name>> | null;
  readonly value: OutputOf<Name> | null;
}

export interface Command<Name extends CommandName> extends Outcome<Name> {
  /** Resolves with the reply, or null if the command is still under way (a double click). */
  run(input: CommandInput<Name>): Promise<ReplyOf<Name> | null>;
  /** Forgets the last outcome. */
  clear(): void;
}

/** The ids of a screen's commands: an input without a reply keeps its id. */
export function createCommandIds() {
  let open: { readonly input: string; readonly commandId: string } | null = null;
  return {
    of(input: string): string {
      if (open?.input !== input) open = { input, commandId: newCommandId() };
      return open.commandId;
    },
    answered(commandId: string) {
      if (open?.commandId === commandId) open = null;
    },
  };
}

export type CommandIds = ReturnType<typeof createCommandIds>;

/** The program, or the hub of a full desk, may have performed the command: only the answer is missing. */
const unanswered: ReadonlySet<string> = new Set(["transport-down", "hub-away"]);

const idle = { isBusy: false, error: null, value: null } as const;

/**
 * A command of a screen. The same input before its reply, or after a lost reply, carries the same id, so that the command
 * is performed once. If the connection is lost before the reply, the command is sent again when it is back (M14). `ids` outlive the screen if people may leave it during the command.
 */
export function useCommand<Name extends CommandName>(name: Name, ids?: CommandIds): Command<Name> {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome<Name>>(idle);
  const isUnderWay = useRef(false);
  const [kept] = useState(() => ids ?? createCommandIds());

  const run = useCallback(
    async (input: CommandInput<Name>): Promise<ReplyOf<Name> | null> => {
      if (isUnderWay.current) return null;
      isUnderWay.current = true;
      setOutcome({ ...idle, isBusy: true });
      const commandId = kept.of(JSON.stringify(input));
      const command = { ...input, commandId } as unknown as InputOf<Name>;
      const reply = await callUntilAnswered(client, name, command);
      isUnderWay.current = false;
      if (reply.ok || !unanswered.has(reply.error.code)) kept.answered(commandId);
      setOutcome(reply.ok ? { ...idle, value: reply.value } : { ...idle, error: reply.error });
      return reply;
    },
    [client, name, kept],
  );
  const clear = useCallback(() => setOutcome(idle), []);
  return { run, ...outcome, clear };
}
