import { expect, test } from "vitest";
import { meantProvider } from "#shared/domain/registrations/mail-provider.ts";

test.each([
  ["amara@gmail.con", "gmail.com"],
  ["amara@gmial.com", "gmail.com"],
  ["amara@GMAIL.CO", "gmail.com"],
  ["amara@gmaill.com", "gmail.com"],
  [" amara@hotmial.com ", "hotmail.com"],
  ["amara@outlok.com", "outlook.com"],
  ["amara@yaho.com", "yahoo.com"],
  ["amara@icloud.cm", "icloud.com"],
])("W1 the provider of %j is probably %j", (address, provider) => {
  expect(meantProvider(address)).toBe(provider);
});

test.each([
  "amara@gmail.com",
  "amara@Gmail.com",
  "amara@ymail.com",
  "amara@mail.com",
  "amara@email.com",
  "amara@hotmail.de",
  "amara@yahoo.co.uk",
  "amara@gmx.at",
  "amara@posteo.net",
  "amara@gmai",
  "gmial.com",
  "amara@gmial.com@gmial.com",
  "",
])("W1 nothing is asked about the provider of %j", (address) => {
  expect(meantProvider(address)).toBeNull();
});
