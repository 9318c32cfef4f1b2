import { timingSafeEqual } from "node:crypto";
import type { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { fieldErrors } from "#shared/partner-api/errors.ts";
import { invalid, notFound, respond, respondData, respondError } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { FaultSettings } from "#sandbox/faults/fault-schema.ts";
import { faultSettingsSchema } from "#sandbox/faults/fault-schema.ts";
import type { KeyHistory } from "#sandbox/http/idempotency.ts";
import { mutate, mutationSchema, UnknownSubjectError } from "./mutations.ts";
import type { LoggedRequest } from "#sandbox/http/request-log.ts";
import type { CreatedPost } from "./state-file.ts";

/** The history of the sandbox, for tests (X31). */
export interface SandboxState {
  /** The objects that POSTs created, oldest first, with their idempotency keys. */
  readonly created: readonly CreatedPost[];
  readonly keys: readonly Readonly<KeyHistory>[];
  readonly requests: {
    readonly total: number;
    readonly byRoute: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly recent: readonly LoggedRequest[];
  };
  readonly faults: Readonly<FaultSettings>;
}

export function readState({
  createdPosts,
  idempotency,
  requestLog,
  faults,
}: SandboxContext): SandboxState {
  return {
    created: [...createdPosts],
    keys: idempotency.histories(),
    requests: {
      total: requestLog.total,
      byRoute: requestLog.countsByRoute(),
      recent: requestLog.recent(),
    },
    faults: faults.settings,
  };
}

/** The fault switches over HTTP, for a sandbox in another process. Every request needs the token. */
export function createControl(context: SandboxContext, token: string): Hono {
  const control = new Hono();
  const expected = Buffer.from(`Bearer ${token}`);

  control.use(async (c, next) => {
    const given = Buffer.from(c.req.header("authorization") ?? "");
    const known = given.length === expected.length && timingSafeEqual(given, expected);
    return known ? await next() : respondError("UNAUTHORIZED", "Missing or invalid control token.");
  });

  control.get("/state", () => respondData(readState(context)));

  control.post("/faults", async (c) => {
    const changes = faultSettingsSchema.partial().safeParse(await readJson(c.req.raw));
    if (!changes.success) return refuse(changes.error);
    await context.faults.set(changes.data);
    return respondData(context.faults.settings);
  });

  control.delete("/faults", async () => {
    await context.faults.clear();
    return respondData(context.faults.settings);
  });

  control.post("/mutations", async (c) => {
    const mutation = mutationSchema.safeParse(await readJson(c.req.raw));
    if (!mutation.success) return refuse(mutation.error);
    try {
      return respondData(mutate(context, mutation.data));
    } catch (cause) {
      if (cause instanceof UnknownSubjectError) return respond(notFound(cause.message));
      throw cause;
    }
  });

  return control;
}

const refuse = (error: z.ZodError): Response => respond(invalid(fieldErrors(error)));

const readJson = (request: Request): Promise<unknown> => request.json().catch(() => undefined);
