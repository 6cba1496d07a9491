// Reads a form as JSON, makes the entries, runs the scripts of the form after each of them as a viewer does, and writes
// the values of all fields as JSON.
const form = JSON.parse(require("fs").readFileSync(0, "utf8"));
const field = (name) => name in form.values && {
  name,
  get value() { return form.values[name]; },
  checkThisBox(_, on) { form.values[name] = on ? "On" : "Off"; },
};
const doc = { getField: (name) => field(name) || null };
const run = (call) => new Function("event", `${form.script}\n${call}`);
for (const [source, value] of form.entries) {
  if (!(source in form.values)) throw new Error(source);
  form.values[source] = value === true ? "On" : value === false ? "Off" : value;
  for (const name of form.order) {
    const event = { source: field(source), target: field(name), value: null };
    run(form.calls[name]).call(doc, event);
    if (event.value !== null) form.values[name] = event.value;
  }
}
process.stdout.write(JSON.stringify(form.values));
