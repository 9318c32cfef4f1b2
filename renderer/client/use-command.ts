import { useCallback, useRef, useState } from "react";
import type {
  ErrorCodeOf,
  InputOf,
  OutputOf,
  ProcedureName,
  ReplyOf,
} from "#shared/contract/index.ts";
import type { Failure } from "#shared/result.ts";
import { useClient } from "./client-context.tsx";
import { newCommandId } from "./client.ts";

type CommandName = {
  [Name in ProcedureName]: InputOf<Name> extends { commandId: string } ? Name : never;
}[ProcedureName];

/** What a screen gives: everything but the command's id. */
export type OrderOf<Name extends CommandName> = Omit<InputOf<Name>, "commandId">;

export interface Command<Name extends CommandName> {
  /** Resolves with the reply, or null when the same command is still under way (a double click). */
  run(order: OrderOf<Name>): Promise<ReplyOf<Name> | null>;
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

const idle = { isBusy: false, error: null, value: null } as const;

/** One command of a screen. A retry after a lost reply carries the same id, so it is performed once (J8). */
export function useCommand<Name extends CommandName>(name: Name): Command<Name> {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome<Name>>(idle);
  const isUnderWay = useRef(false);
  const lost = useRef<{ readonly order: string; readonly commandId: string } | null>(null);

  const run = useCallback(
    async (order: OrderOf<Name>): Promise<ReplyOf<Name> | null> => {
      if (isUnderWay.current) return null;
      isUnderWay.current = true;
      setOutcome({ isBusy: true, error: null, value: null });
      const key = JSON.stringify(order);
      const commandId = lost.current?.order === key ? lost.current.commandId : newCommandId();
      const reply = await client.call(name, { ...order, commandId } as unknown as InputOf<Name>);
      isUnderWay.current = false;
      lost.current =
        !reply.ok && reply.error.code === "wire-down" ? { order: key, commandId } : null;
      setOutcome(
        reply.ok
          ? { isBusy: false, error: null, value: reply.value }
          : { isBusy: false, error: reply.error, value: null },
      );
      return reply;
    },
    [client, name],
  );
  const clear = useCallback(() => setOutcome(idle), []);
  return { run, ...outcome, clear };
}
