import { describe, expect, test } from "vitest";
import { createInvalidationParser } from "#renderer/client/transport/invalidation-parser.ts";

describe("the invalidation stream", () => {
  test("takes invalidations apart wherever the bytes were cut, and ignores what is none", () => {
    const text =
      ': ping\n\nevent: hint\ndata: {"topic":"roster","eventId":"e"}\r\n\r\ndata: nonsense\n\ndata: {"topic":"sync","eventId":null}\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parse = createInvalidationParser(() => expect.unreachable());
      const invalidations = [...parse(text.slice(0, cut)), ...parse(text.slice(cut))];
      expect(
        invalidations.map((invalidation) => invalidation.topic),
        `cut at ${cut}`,
      ).toEqual(["roster", "sync"]);
    }
  });
});

test("S12 a screen learns that its stream ended for too many others", () => {
  let wasTold = 0;
  const parse = createInvalidationParser(() => void (wasTold += 1));
  expect(parse("event: too-many-streams\ndata:\n\n")).toEqual([]);
  expect(wasTold).toBe(1);
});
