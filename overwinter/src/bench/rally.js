// Plays random games by rules of Rally the Troops for some seconds, with a view made at each step;
// prints decisions a second. Node -e: the words after the script are rules and seconds.
const [rulesFile, secondsText] = process.argv.slice(1)
const rules = require(rulesFile)
const seconds = Number(secondsText)

let luck = 1
function random(below) {
	luck = (Math.imul(luck, 48271) >>> 0) % 2147483647
	return luck % below
}

const LONGEST = 20000
const scenarios = Array.isArray(rules.scenarios) ? rules.scenarios : Object.values(rules.scenarios).flat()
const scenario = scenarios[0]

function rolesOf(active, roles) {
	if (Array.isArray(active)) return active
	if (active === "Both" || active === "All") return roles
	return [active]
}

function choices(actions) {
	const open = []
	for (const [name, value] of Object.entries(actions)) {
		if (name === "undo") continue
		if (Array.isArray(value)) for (const arg of value) open.push([name, arg])
		else if (value) open.push([name, undefined])
	}
	return open
}

let decisions = 0
const start = performance.now()
let game = 0
while (decisions === 0 || performance.now() - start < seconds * 1000) {
	game += 1
	let state = rules.setup(game, scenario, {})
	const roles = typeof rules.roles === "function" ? rules.roles(scenario, {}) : rules.roles
	for (let step = 0; step < LONGEST; step++) {
		if (state.state === "game_over" || state.active === "None" || state.active === "") break
		const active = rolesOf(state.active, roles)
		const role = active[random(active.length)]
		const open = choices(rules.view(state, role).actions ?? {})
		if (open.length === 0) break
		const [name, arg] = open[random(open.length)]
		state = rules.action(state, role, name, arg)
		decisions += 1
	}
}
console.log(decisions / ((performance.now() - start) / 1000))
