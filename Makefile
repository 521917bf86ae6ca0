.DEFAULT_GOAL := help
.PHONY: help build test check fmt sim bench serve clean

MVN ?= mvn -B

help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## Compile everything, run no test
	$(MVN) -q package -DskipTests

test: ## All tests, as CI runs them
	$(MVN) verify

fmt: ## Rewrite all Java files with google-java-format
	$(MVN) -q test -pl conventions -am -Dtest=SourceFormatTest -Dsurefire.failIfNoSpecifiedTests=false -Dcarillon.format.write=true

serve: ## Run the server with an embedded PostgreSQL
	./carillon serve

clean: ## Remove what the build made
	$(MVN) -q clean
