.DEFAULT_GOAL := help
.PHONY: help build test check fmt sim bench serve clean

MVN ?= mvn -B
JAVA ?= java

help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## Compile everything, run no test
	$(MVN) -q package -DskipTests

test: ## All tests, as CI runs them
	$(MVN) verify

fmt: ## Rewrite all Java files with google-java-format
	$(MVN) -q test -pl conventions -am -Dtest=SourceFormatTest -Dsurefire.failIfNoSpecifiedTests=false -Dcarillon.format.write=true

# Where a replay of simulated worlds begins, and how many there are; with N=1 every event is shown.
SEED ?= 1
N ?= 1

sim: ## Replay simulated worlds: SEED=42 shows one, N=1000 runs many
	$(MVN) -q test-compile -pl simulator -am
	$(MVN) -q -pl simulator dependency:build-classpath -Dmdep.outputFile=target/classpath -Dmdep.includeScope=test
	$(JAVA) -XX:+UseSerialGC -cp simulator/target/classes:simulator/target/test-classes:engine/target/classes:$$(cat simulator/target/classpath) \
	  dev.carillon.simulator.Simulate --seed $(SEED) --count $(N) $(if $(filter 1,$(N)),--trace)

serve: ## Run the server with an embedded PostgreSQL
	./carillon serve

clean: ## Remove what the build made
	$(MVN) -q clean
