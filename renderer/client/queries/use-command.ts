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

type CommandName = {
  [Name in ProcedureName]: InputOf<Name> extends { commandId: string } ? Name : never;
}[ProcedureName];

/** What a screen gives: everything but the command's id. */
export type CommandInput<Name extends CommandName> = Omit<InputOf<Name>, "commandId">;

export interface Command<Name extends CommandName> {
  /** Resolves with the reply, or null when the same command is still under way (a double click). */
  run(order: CommandInput<Name>): Promise<ReplyOf<Name> | null>;
  readonly isBusy: boolean;
  readonly error: Failure<ErrorCodeOf<Name>> | null;
  readonly value: OutputOf<Name> | null;
  /** Forgets the last outcome. */
  clear(): void;
}

interface Outcome<Name extends CommandName> {
  readonly isBusy: boolean;
  readonly error: Failure<ErrorCodeOf<Name>> | null;
  readonly value: OutputOf<Name> | null;
}

/** The order whose answer is not here yet keeps its id. */
export interface CommandIds {
  of(order: string): string;
  answered(commandId: string): void;
}

export function createCommandIds(): CommandIds {
  let open: { readonly order: string; readonly commandId: string } | null = null;
  return {
    of(order) {
      if (open?.order !== order) open = { order, commandId: newCommandId() };
      return open.commandId;
    },
    answered(commandId) {
      if (open?.commandId === commandId) open = null;
    },
  };
}

const idle = { isBusy: false, error: null, value: null } as const;

/**
 * One command of a screen. The same order before its answer is here, or after a lost one, carries the same id, so it is
 * performed once (J8). `ids` outlive the screen where people go away and come back while it is on its way.
 */
export function useCommand<Name extends CommandName>(name: Name, ids?: CommandIds): Command<Name> {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome<Name>>(idle);
  const isUnderWay = useRef(false);
  const [kept] = useState(() => ids ?? createCommandIds());

  const run = useCallback(
    async (order: CommandInput<Name>): Promise<ReplyOf<Name> | null> => {
      if (isUnderWay.current) return null;
      isUnderWay.current = true;
      setOutcome({ isBusy: true, error: null, value: null });
      const commandId = kept.of(JSON.stringify(order));
      const reply = await client.call(name, { ...order, commandId } as unknown as InputOf<Name>);
      isUnderWay.current = false;
      if (reply.ok || reply.error.code !== "wire-down") kept.answered(commandId);
      setOutcome(
        reply.ok
          ? { isBusy: false, error: null, value: reply.value }
          : { isBusy: false, error: reply.error, value: null },
      );
      return reply;
    },
    [client, name, kept],
  );
  const clear = useCallback(() => setOutcome(idle), []);
  return { run, ...outcome, clear };
}
