import type { Check } from "../../doctor.ts";
import { type GlobalOptions, type Register, withHindsight } from "../context.ts";
import { EXIT } from "../failure.ts";
import { json } from "../format.ts";
import { coloured, type Io, printable, say } from "../io.ts";

interface DoctorOptions extends GlobalOptions {
  model?: boolean;
}

/** `doctor`: is everything in order, and if not, what to do. */
export const doctorCommand: Register = (program, context) => {
  program
    .command("doctor")
    .description("check settings, versions, endpoint, embedding model and files; says what to do about each problem")
    .option("--model", "ask the chat model for one word too: a call of some 30 tokens")
    .action(async (_: DoctorOptions, command) => {
      const options: DoctorOptions = command.optsWithGlobals();
      await withHindsight(context, options, async (hindsight) => {
        const checks = await hindsight.doctor({ model: options.model === true });
        const ok = checks.every((check) => check.ok);
        if (!ok) context.exitCode = EXIT.failed;
        const { settingsView } = await import("../settings-view.ts");
        const settings = settingsView(hindsight.settings);
        await say(
          context.io,
          options.json === true ? json({ ok, checks, settings }) : asText(checks, settings, context.io),
        );
      });
    });
};

function asText(checks: readonly Check[], settings: Record<string, string | number | null>, io: Io): string {
  const paint = coloured(io.stdout, io.env);
  const mark = (ok: boolean) =>
    paint ? (ok ? "\u001b[32mok\u001b[39m     " : "\u001b[31mproblem\u001b[39m") : ok ? "ok     " : "problem";
  const table = Object.entries(settings).map(
    ([name, value]) => `  ${name.padEnd(27)} ${printable(String(value ?? "-"))}`,
  );
  const lines = checks.flatMap((check) => [
    `${mark(check.ok)}  ${check.name.padEnd(14)} ${printable(check.detail).replace(/\n/g, `\n${" ".repeat(24)}`)}`,
    ...(check.advice === undefined ? [] : [`${" ".repeat(24)}-> ${printable(check.advice)}`]),
  ]);
  const problems = checks.filter((check) => !check.ok).length;
  return [
    "settings",
    ...table,
    "",
    ...lines,
    "",
    problems === 0 ? "Everything is in order." : `${problems} of ${checks.length} need attention.`,
  ].join("\n");
}
