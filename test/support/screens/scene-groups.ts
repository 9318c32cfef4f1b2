/** The scenes by the beginning of their names, about equally many in each test and in each test file. */
export const sceneGroups = {
  "check-in": {
    "check-in, the cards":
      /^check-in-(?!done|not-saved|bib|reason|camera|nobody|alike|near|failed|no-event)/,
    "check-in, the rest":
      /^(check-in$|check-in-(done|not-saved|bib|reason|camera|nobody|alike|near|failed|no-event))/,
    "the walk-up form, pairing, the first start":
      /^(walk-up|pairing|first-start|desktop-first-start)/,
    "events and rehearsal": /^(events|rehearsal|journal-mirror)/,
  },
  "finish line": {
    "the podium": /^(podium|desktop-print)/,
    "the announcer, the finish log": /^(announcer|finish-log)/,
    "official results, single questions": /^(official|desktop-official|dialog)/,
  },
  "desks and settings": {
    "the desks": /^desks-/,
    sync: /^sync/,
    settings: /^(settings|desktop-(?!print|first-start|official))/,
  },
} as const;
