package disputes.class_youth_test

import rego.v2

import data.disputes.class
import data.disputes.class_youth
import data.lib.base_test as base

test_a_judge_sets_the_class_aside_in_the_article_of_the_youth if {
	class_youth.grant == {"met": {"decreto_8537_2015.art_13": {"conventional_class"}}} with input as base.youth
}

test_each_class_dispute_has_its_own_articles if {
	count(object.keys(class.grant.met) & object.keys(class_youth.grant.met)) == 0 with input as base.youth
}

test_it_neither_leaves_anything_open_nor_says_itself_that_it_touches if {
	not class_youth.grant.open with input as base.youth
	not class_youth.grant.touches with input as base.youth
}
