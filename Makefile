.DEFAULT_GOAL := help
.PHONY: help build test check fmt page page-check screenshots sim sim-exhaustive bench serve db clean

MVN ?= mvn -B
DATA ?= carillon-data

help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## Compile everything, run no test
	$(MVN) -q package -DskipTests

test: ## All tests, as CI runs them
	$(MVN) verify

check: ## The fast checks: compile, format, dependencies, tests without a database
	$(MVN) test -pl conventions -am -Dsurefire.failIfNoSpecifiedTests=false \
	  -Dtest='SourceFormatTest,DependencyRulesTest,dev/carillon/engine/timing/*Test,dev/carillon/engine/run/*Test,dev/carillon/engine/ledger/*Test'

fmt: ## Rewrite all Java files with google-java-format
	$(MVN) -q test -pl conventions -am -Dtest=SourceFormatTest -Dsurefire.failIfNoSpecifiedTests=false -Dcarillon.format.write=true

page: ## Build the web page into the server's resources (needs Node.js 20 or newer)
	cd page && npm ci && npm run build

page-check: ## Hold the committed web page against its sources
	scripts/page-check.sh

screenshots: ## Take the pictures of the web page that README shows (needs a Chromium)
	scripts/screenshots.sh

bench: ## Measure the engine on a PostgreSQL of its own (ARGS=--quick for a small one)
	bench/run engine $(ARGS)

# Where a replay of simulated worlds begins, and how many there are; with N=1 every event is shown.
SEED ?= 1
N ?= 1

sim: ## Replay simulated worlds: SEED=42 shows one, N=1000 runs many
	simulator/run --seed $(SEED) --count $(N) $(if $(filter 1,$(N)),--trace) $(if $(OMIT),--omit $(OMIT))

sim-exhaustive: ## Try every single fault at every step of small worlds (SEED=1 N=1)
	simulator/run --seed $(SEED) --count $(N) --exhaustive

serve: ## Run the server with an embedded PostgreSQL
	./carillon serve --data $(DATA)

db: ## Open psql on the embedded database of a running server (DATA=carillon-data)
	@test -r $(DATA)/postgres/postmaster.pid || { echo "No server runs on $(DATA): start one with make serve, or name its directory with DATA=…" >&2; exit 1; }
	@PGPASSWORD=$$(cat $(DATA)/postgres.password) psql -h 127.0.0.1 -p $$(sed -n 4p $(DATA)/postgres/postmaster.pid) -U carillon carillon

clean: ## Remove what the build made
	$(MVN) -q clean
