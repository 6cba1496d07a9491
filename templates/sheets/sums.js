// The sums of record sheets. A viewer with JavaScript runs them after every entry; SUMS, in front of this script, has
// the data of each sum. The names of fields begin with the prefix of their copy of the sheet.

function wasChanged(event, names) {
  return !event.source || names.indexOf(event.source.name) >= 0;
}

function isTicked(doc, name) {
  var field = doc.getField(name);
  return field !== null && field.value !== "Off";
}

function signed(number) {
  return number > 0 ? "+" + number : number < 0 ? "−" + -number : "0";
}

// How many boxes are not crossed off yet.
function sumLeft(doc, event, prefix, name) {
  var left = 0;
  for (var i = 0; i < SUMS[name].boxes.length; i++) {
    if (!isTicked(doc, prefix + SUMS[name].boxes[i])) left++;
  }
  event.value = String(left);
}

// The modifier of a zone on the way to the target, and what the ticked boxes add to it.
function sumNet(doc, event, prefix, name) {
  var sum = SUMS[name], inputs = [prefix + sum.target], add = 0;
  for (var box in sum.boxes) {
    var only = sum.boxes[box].only;
    inputs.push(prefix + box);
    if (only) inputs.push(prefix + only);
    if (isTicked(doc, prefix + box) && (!only || isTicked(doc, prefix + only))) add += sum.boxes[box].add;
  }
  var target = String(doc.getField(prefix + sum.target).value).split(",")[0].toLowerCase().replace(/[^a-z]/g, "");
  if (!wasChanged(event, inputs) || !sum.routes[target]) return;
  var modifier = sum.routes[target][event.target.name.split("-").pop()];
  event.value = modifier === undefined ? "" : signed(modifier + add);
}

// The count, total or mean of some fields: of those with any entry, or of the numbers in them (of 2×190, 1×109 those in
// front of the sign).
function sumFields(doc, event, prefix, name) {
  var sum = SUMS[name], count = 0, total = 0;
  for (var i = 0; i < sum.fields.length; i++) {
    var field = doc.getField(prefix + sum.fields[i]);
    var words = field === null || field.value === "Off" ? "" : String(field.value);
    var numbers = words.match(/\d+(?=\s*[×x])/g) || words.match(/\d+/) || [];
    if (sum.how === "count" ? words !== "" : numbers.length > 0) count++;
    for (var j = 0; j < numbers.length; j++) total += Number(numbers[j]);
  }
  var result = sum.how === "count" ? count : sum.how === "mean" ? Math.floor(total / count) + "%" : total;
  event.value = count ? String(result) : "";
}

// The sum of the modifiers that are written in the field itself: it goes in front of them, and its box is ticked.
function sumTerms(doc, event, prefix, name) {
  var words = String(event.target.value).replace(/^[+–−-]?\d+: /, "");
  var terms = words.match(/(^|[\s,;(])[+–−-]\d+\b/g), sum = 0;
  if (!terms || !wasChanged(event, [event.target.name])) return;
  for (var i = 0; i < terms.length; i++) {
    sum += Number(terms[i].replace(/[^\d]/g, "")) * (terms[i].indexOf("+") >= 0 ? 1 : -1);
  }
  for (var box in SUMS[name].boxes) doc.getField(prefix + box).checkThisBox(0, SUMS[name].boxes[box] === sum);
  event.value = terms.length > 1 ? signed(sum) + ": " + words : words;
}
